package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongIterator;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.List;

/**
 * Finds the end ports that a dump names by GUID.
 *
 * <p>ibsim gives port p of a channel adapter the GUID (node GUID + p), whatever the topology file
 * says, so that a dump made on ibsim may name other port GUIDs than the file it was made from. The
 * two numberings can overlap (adapters with consecutive GUIDs), therefore the choice is made once
 * for all GUIDs of a dump: the fabric's own, unless the numbered ones explain more of them.
 */
public final class EndPortGuids {
  private final Long2IntOpenHashMap portByGuid;

  private EndPortGuids(Long2IntOpenHashMap portByGuid) {
    this.portByGuid = portByGuid;
  }

  /** The numbering that leaves the fewest GUIDs unknown; says so where it is not the fabric's. */
  public static EndPortGuids choose(Fabric fabric, LongSet guids, List<String> warnings) {
    Long2IntOpenHashMap own = new Long2IntOpenHashMap();
    Long2IntOpenHashMap numbered = new Long2IntOpenHashMap();
    own.defaultReturnValue(Fabric.NONE);
    numbered.defaultReturnValue(Fabric.NONE);
    for (int port : fabric.endPorts()) {
      own.put(fabric.portGuid(port), port);
      numbered.put(fabric.nodeGuid(fabric.nodeOf(port)) + fabric.portNumber(port), port);
    }
    if (unknownCount(guids, numbered) < unknownCount(guids, own)) {
      warnings.add(
          "the dump names port GUIDs by node GUID + port number, as ibsim does, not those of the"
              + " topology");
      return new EndPortGuids(numbered);
    }
    return new EndPortGuids(own);
  }

  private static int unknownCount(LongSet guids, Long2IntOpenHashMap portByGuid) {
    int unknown = 0;
    for (LongIterator each = guids.iterator(); each.hasNext(); ) {
      if (!portByGuid.containsKey(each.nextLong())) {
        unknown++;
      }
    }
    return unknown;
  }

  /** The end port of a GUID, or {@link Fabric#NONE}. */
  public int find(long guid) {
    return portByGuid.get(guid);
  }
}
