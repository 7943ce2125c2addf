package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.persistence.event.SilentPort;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.partition.PKeyTables;
import io.dateline.sm.partition.Partition;
import io.dateline.sm.partition.PartitionMembers;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * End ports of hosts that sweeps do not find any more though their link is up. The journal has them
 * with the nodes: a later term knows them, and what they may hold. Any thread may use it.
 */
final class SilentPorts {
  private final NavigableMap<Long, SilentPort> ports = new TreeMap<>(); // by GUID

  /** A term begins with those that the journal has. */
  synchronized void set(Collection<SilentPort> known) {
    ports.clear();
    known.forEach(port -> ports.put(port.portGuid(), port));
  }

  /** All of them, by GUID. */
  synchronized List<SilentPort> all() {
    return List.copyOf(ports.values());
  }

  /**
   * Compares what a sweep has found with what the one before had.
   *
   * @param given members of partitions, of a fabric, whose P_Keys ports may have been told though
   *     {@code before} does not have them
   */
  synchronized void look(
      Discovered before, Discovered now, List<Function<Fabric, PartitionMembers>> given) {
    List<SilentPort> fresh = new ArrayList<>();
    Fabric then = before.fabric();
    for (int port : then.endPorts()) {
      long guid = then.portGuid(port);
      if (now.fabric().endPortByGuid(guid) == Fabric.NONE
          && !then.isSwitch(then.nodeOf(port))
          && then.peer(port) != Fabric.NONE
          && !ports.containsKey(guid)) {
        fresh.add(asFound(before, port));
      }
    }
    fresh.removeIf(port -> !isSilent(port, now));
    ports.values().removeIf(port -> !isSilent(port, now));
    if (fresh.isEmpty()) {
      return;
    }
    Fabric alone = fabric(fresh);
    List<PartitionMembers> all = given.stream().map(members -> members.apply(alone)).toList();
    for (SilentPort port : fresh) {
      List<Integer> keys = union(port, alone, all);
      if (!keys.isEmpty()) {
        ports.put(port.portGuid(), withKeys(port, keys));
      }
    }
  }

  private static SilentPort asFound(Discovered found, int port) {
    Fabric fabric = found.fabric();
    int facing = fabric.peer(port);
    short[] held = found.attributes().pKeys()[port];
    return new SilentPort(
        fabric.portGuid(port),
        fabric.type(fabric.nodeOf(port)),
        fabric.nodeGuid(fabric.nodeOf(facing)),
        fabric.portNumber(facing),
        held == null ? List.of() : keys(held));
  }

  private static List<Integer> keys(short[] table) {
    TreeSet<Integer> keys = new TreeSet<>();
    for (short key : table) {
      if ((key & Partition.DEFAULT_KEY) != 0) {
        keys.add(key & 0xFFFF);
      }
    }
    return List.copyOf(keys);
  }

  private static List<Integer> union(SilentPort port, Fabric alone, List<PartitionMembers> all) {
    TreeSet<Integer> keys = new TreeSet<>(port.pKeys());
    int endPort = alone.endPortByGuid(port.portGuid());
    all.forEach(members -> keys.addAll(keys(members.keys(endPort))));
    return List.copyOf(keys);
  }

  private static SilentPort withKeys(SilentPort port, List<Integer> keys) {
    return new SilentPort(
        port.portGuid(), port.type(), port.facingGuid(), port.facingNumber(), keys);
  }

  /** Not found, and nothing else is where it was, though there is a link. */
  private static boolean isSilent(SilentPort silent, Discovered now) {
    Fabric fabric = now.fabric();
    int node = fabric.nodeByGuid(silent.facingGuid());
    if (fabric.endPortByGuid(silent.portGuid()) != Fabric.NONE
        || node == Fabric.NONE
        || silent.facingNumber() > fabric.externalPortCount(node)) {
      return false;
    }
    int port = fabric.port(node, silent.facingNumber());
    byte[] info = now.attributes().portInfo()[port];
    return fabric.peer(port) == Fabric.NONE
        && info != null
        && PortInfo.of(info).portState() > PortState.INIT;
  }

  /**
   * Lower 15 bits of P_Keys that they may hold and are not to hold.
   *
   * @param members of the partitions in force, of a fabric
   */
  synchronized IntSet keptKeys(Function<Fabric, PartitionMembers> members) {
    IntSet kept = new IntOpenHashSet();
    if (ports.isEmpty()) {
      return kept;
    }
    Fabric alone = fabric(ports.values());
    PartitionMembers wanted = members.apply(alone);
    for (SilentPort port : ports.values()) {
      addLost(kept, port, wanted.keys(alone.endPortByGuid(port.portGuid())));
    }
    return kept;
  }

  /**
   * Which partitions a port is in follows from its GUID and its node's type alone. End ports have
   * cables; here each has one to itself.
   */
  private static Fabric fabric(Collection<SilentPort> ports) {
    Fabric.Builder fabric = new Fabric.Builder();
    for (SilentPort port : ports) {
      Fabric.NodeDraft node =
          fabric.node(port.type(), port.portGuid(), 1).portGuid(1, port.portGuid());
      fabric.link(node, 1, node, 1, LinkWidth.X1, LinkSpeed.SDR);
    }
    return fabric.build();
  }

  private static void addLost(IntSet kept, SilentPort port, short[] wanted) {
    short[] held = new short[port.pKeys().size()];
    for (int i = 0; i < held.length; i++) {
      held[i] = port.pKeys().get(i).shortValue();
    }
    short[] less = Arrays.copyOf(PKeyTables.without(held, wanted), held.length);
    for (int i = 0; i < held.length; i++) {
      if (held[i] != less[i]) {
        kept.add(held[i] & Partition.DEFAULT_KEY);
      }
    }
  }
}
