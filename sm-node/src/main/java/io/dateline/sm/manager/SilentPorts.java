package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.partition.PKeyTables;
import io.dateline.sm.partition.Partition;
import io.dateline.sm.partition.PartitionMembers;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * End ports that sweeps do not find any more, for their management agent does not answer, and whose
 * link is up all the same: they go on with the P_Keys that they have. A later term knows those that
 * the last sweep of this one has found. Any thread may use it.
 */
final class SilentPorts {
  /** The port as it was last found. */
  private record Silent(Discovered then, int port) {}

  private final Map<Long, Silent> ports = new HashMap<>(); // by GUID

  synchronized void clear() {
    ports.clear();
  }

  /** Compares what a sweep has found with what the one before had. */
  synchronized void look(Discovered before, Discovered now) {
    Fabric then = before.fabric();
    for (int port : then.endPorts()) {
      if (!then.isSwitch(then.nodeOf(port))) {
        ports.putIfAbsent(then.portGuid(port), new Silent(before, port));
      }
    }
    ports.values().removeIf(silent -> !isSilent(silent, now));
  }

  /** Not found, and nothing else was where it was, though there is a link. */
  private static boolean isSilent(Silent silent, Discovered now) {
    Fabric then = silent.then().fabric();
    Fabric fabric = now.fabric();
    int facing = then.peer(silent.port());
    if (facing == Fabric.NONE
        || fabric.endPortByGuid(then.portGuid(silent.port())) != Fabric.NONE
        || silent.then().attributes().pKeys()[silent.port()] == null) {
      return false;
    }
    int node = fabric.nodeByGuid(then.nodeGuid(then.nodeOf(facing)));
    int number = then.portNumber(facing);
    if (node == Fabric.NONE || number > fabric.externalPortCount(node)) {
      return false;
    }
    int port = fabric.port(node, number);
    byte[] info = now.attributes().portInfo()[port];
    return fabric.peer(port) == Fabric.NONE
        && info != null
        && PortInfo.of(info).portState() > PortState.INIT;
  }

  /**
   * Lower 15 bits of P_Keys that they hold and are not to hold. Takes its time.
   *
   * @param members of the partitions in force, of a fabric
   */
  synchronized IntSet keptKeys(Function<Fabric, PartitionMembers> members) {
    IntSet kept = new IntOpenHashSet();
    Map<Fabric, PartitionMembers> known = new HashMap<>();
    for (Silent silent : ports.values()) {
      Fabric then = silent.then().fabric();
      short[] held = silent.then().attributes().pKeys()[silent.port()];
      short[] wanted = known.computeIfAbsent(then, members).keys(silent.port());
      short[] less = Arrays.copyOf(PKeyTables.without(held, wanted), held.length);
      for (int i = 0; i < held.length; i++) {
        if (held[i] != less[i]) {
          kept.add(held[i] & Partition.DEFAULT_KEY);
        }
      }
    }
    kept.remove(0);
    return kept;
  }
}
