package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.sm.registration.AliasBook;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.function.ObjLongConsumer;

/**
 * GUIDs that ports were found to hold in the last sweep that brought the subnet up. Owned by the
 * manager.
 */
final class HeldGuids {
  private final Situation situation;

  HeldGuids(Situation situation) {
    this.situation = situation;
  }

  /** All of them, whichever manager granted it. */
  LongSet all() {
    LongSet held = new LongOpenHashSet();
    forEach((entry, guid) -> held.add(guid));
    return held;
  }

  /** Those of blocks that ports were never told, and the port that was found to hold each. */
  Long2LongMap untold(AliasBook book) {
    Long2LongMap untold = new Long2LongOpenHashMap();
    forEach(
        (entry, guid) -> {
          if (entry.index() != 0 && !book.hasBlock(entry)) {
            untold.put(guid, entry.portGuid());
          }
        });
    return untold;
  }

  /** Own GUIDs of ports, too, at index 0. */
  private void forEach(ObjLongConsumer<AliasGuid.Id> look) {
    if (situation.active == null) {
      return;
    }
    Fabric fabric = situation.active.found.fabric();
    byte[][] tables = situation.active.found.attributes().guidInfo();
    for (int port = 0; port < tables.length; port++) {
      byte[] table = tables[port];
      for (int at = 0; table != null && at < table.length; at += GuidInfo.BYTES) {
        GuidInfo block = GuidInfo.in(table, at);
        int first = at / GuidInfo.BYTES * AliasBook.BLOCK;
        for (int i = 0; i < AliasBook.BLOCK; i++) {
          if (block.guidBlock(i) != 0) {
            look.accept(new AliasGuid.Id(fabric.portGuid(port), first + i), block.guidBlock(i));
          }
        }
      }
    }
  }

  /** Whether the subnet has an end port of that own GUID; while that is not known it may have. */
  boolean isThere(long portGuid) {
    return situation.active == null
        || situation.active.found.fabric().endPortByGuid(portGuid) != Fabric.NONE;
  }
}
