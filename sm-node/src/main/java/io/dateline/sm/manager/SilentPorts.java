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
 * the last sweep of this one has found. The journal may not say yet what these were told last, so
 * they are taken to hold all that partitions gave them, too. Any thread may use it.
 */
final class SilentPorts {
  /**
   * The port as it was last found.
   *
   * @param isDoubted whether it may have been told more than was written down then
   */
  private record Silent(Discovered then, int port, boolean isDoubted) {
    /** P_Keys by index; empty where none are known. */
    short[] held() {
      short[] held = then.attributes().pKeys()[port];
      return held == null ? NO_KEYS : held;
    }
  }

  private static final short[] NO_KEYS = {};

  private final Map<Long, Silent> ports = new HashMap<>(); // by GUID

  synchronized void clear() {
    ports.clear();
  }

  /**
   * Compares what a sweep has found with what the one before had.
   *
   * @param isDoubted whether ports may have been told P_Keys that {@code before} does not have
   */
  synchronized void look(Discovered before, boolean isDoubted, Discovered now) {
    Fabric then = before.fabric();
    for (int port : then.endPorts()) {
      if (!then.isSwitch(then.nodeOf(port))) {
        ports.putIfAbsent(then.portGuid(port), new Silent(before, port, isDoubted));
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
        || (silent.held().length == 0 && !silent.isDoubted())) {
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
   * Lower 15 bits of P_Keys that they hold, or may hold, and are not to hold. Takes its time.
   *
   * @param members of the partitions in force, of a fabric
   * @param given as members, of the partitions that were in force when the term began
   */
  synchronized IntSet keptKeys(
      Function<Fabric, PartitionMembers> members, Function<Fabric, PartitionMembers> given) {
    IntSet kept = new IntOpenHashSet();
    Map<Fabric, PartitionMembers> known = new HashMap<>();
    Map<Fabric, PartitionMembers> before = new HashMap<>();
    for (Silent silent : ports.values()) {
      Fabric then = silent.then().fabric();
      short[] wanted = known.computeIfAbsent(then, members).keys(silent.port());
      addLost(kept, silent.held(), wanted);
      if (silent.isDoubted()) {
        addLost(kept, before.computeIfAbsent(then, given).keys(silent.port()), wanted);
      }
    }
    kept.remove(0);
    return kept;
  }

  private static void addLost(IntSet kept, short[] held, short[] wanted) {
    short[] less = Arrays.copyOf(PKeyTables.without(held, wanted), held.length);
    for (int i = 0; i < held.length; i++) {
      if (held[i] != less[i]) {
        kept.add(held[i] & Partition.DEFAULT_KEY);
      }
    }
  }
}
