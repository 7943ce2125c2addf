package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Which end port was last met behind each port, also where nothing is now: what was unplugged most
 * likely comes back there. For ports that answer only to their own M_Key. Immutable.
 */
public final class KnownPlaces {
  public static final KnownPlaces NONE = new KnownPlaces(new Long2ObjectOpenHashMap<>());

  private final Long2ObjectOpenHashMap<long[]> behind; // port GUIDs by port, by node GUID

  private KnownPlaces(Long2ObjectOpenHashMap<long[]> behind) {
    this.behind = behind;
  }

  /** As they are, after a fabric was seen. */
  public KnownPlaces with(Fabric fabric) {
    Long2ObjectOpenHashMap<long[]> copy = behind.clone();
    for (int node = 0; node < fabric.nodeCount(); node++) {
      int count = fabric.externalPortCount(node) + 1;
      long[] before = copy.get(fabric.nodeGuid(node));
      long[] now = before == null ? new long[count] : Arrays.copyOf(before, count);
      for (int number = 1; number < count; number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE) {
          now[number] = fabric.portGuid(peer);
        }
      }
      copy.put(fabric.nodeGuid(node), now);
    }
    return new KnownPlaces(copy);
  }

  /** GUID of the end port behind a port of a node, 0 where none was met. */
  long behind(long nodeGuid, int number) {
    long[] ports = behind.get(nodeGuid);
    return ports == null || number >= ports.length ? 0 : ports[number];
  }

  /** GUIDs of all end ports that were met. */
  LongStream portGuids() {
    LongOpenHashSet all = new LongOpenHashSet();
    behind
        .values()
        .forEach(ports -> LongStream.of(ports).filter(guid -> guid != 0).forEach(all::add));
    return LongStream.of(all.toLongArray()).sorted();
  }
}
