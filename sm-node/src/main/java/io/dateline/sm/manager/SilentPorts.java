package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SilentPort;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.partition.PKeyTables;
import io.dateline.sm.partition.Partition;
import io.dateline.sm.partition.PartitionMembers;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * End ports of hosts that sweeps do not find any more though their link is up, and the way to them
 * where their switch is not found either. The journal has them before ports are told anything: a
 * later term knows them, and what they may hold. Any thread may use it.
 *
 * <p>A port that is found again stays in it until the sweep has brought the subnet up: it may be
 * silent again in the next one, and what it was told meanwhile is added then.
 */
final class SilentPorts {
  /** What a sweep has found; P_Keys by port, null where that is not known. */
  private record Seen(Fabric fabric, short[][] pKeys) {
    static Seen of(Discovered found) {
      return new Seen(found.fabric(), found.attributes().pKeys());
    }
  }

  private final NavigableMap<Long, SilentPort> ports = new TreeMap<>(); // by GUID
  private SilentWays ways = SilentWays.NONE;
  private Optional<Discovered> last = Optional.empty(); // looked at since the subnet was up
  private boolean isFirst = true; // look of the term

  /** A term begins with what the journal has. */
  synchronized void set(Silence known) {
    ports.clear();
    known.ports().forEach(port -> ports.put(port.portGuid(), port));
    ways = SilentWays.of(known.cables());
    last = Optional.empty();
    isFirst = true;
  }

  /** All that is known. */
  synchronized Silence all() {
    return new Silence(List.copyOf(ports.values()), ways.cables());
  }

  /** Whether the next look compares with what the journal has, too. */
  synchronized boolean readsJournal(SubnetState state) {
    return isFirst && state.fabric().isKnown();
  }

  /**
   * Compares what a sweep has found with what was found since the subnet was last up.
   *
   * @param active what the sweep found that brought it up; empty where the term has none
   * @param given members of partitions, of a fabric, whose P_Keys ports may have been told though
   *     they have not acknowledged them
   */
  synchronized void look(
      SubnetState state,
      Optional<Discovered> active,
      Discovered now,
      List<Function<Fabric, PartitionMembers>> given) {
    List<Seen> before = before(state, active);
    isFirst = false;
    last = Optional.of(now);
    NavigableMap<Long, SilentPort> told = new TreeMap<>(); // may have been, since they were listed
    before.forEach(seen -> addMissing(told, seen, now.fabric()));
    for (Seen seen : before) {
      ways = ways.with(seen.fabric(), now.fabric());
    }
    ways = ways.reached(now);
    told.values().removeIf(port -> !ways.leadTo(port, now));
    ports
        .values()
        .removeIf(port -> !isFound(port, now.fabric()) && !ways.leadTo(latest(port, told), now));
    addGiven(told, given);
    for (SilentPort port : told.values()) {
      SilentPort known = ports.get(port.portGuid());
      SilentPort next = known == null ? port : withKeys(port, known.pKeys());
      if (!next.pKeys().isEmpty()) {
        ports.put(next.portGuid(), next);
      }
    }
  }

  private static SilentPort latest(SilentPort port, NavigableMap<Long, SilentPort> told) {
    return told.getOrDefault(port.portGuid(), port);
  }

  /** The oldest first. */
  private List<Seen> before(SubnetState state, Optional<Discovered> active) {
    List<Seen> before = new ArrayList<>();
    active.or(state.nodes()::discovered).map(Seen::of).ifPresent(before::add);
    // A sweep of the last term may have told ports that it was the first to find.
    if (readsJournal(state)) {
      before.add(new Seen(state.fabric().fabric(), null));
    }
    last.map(Seen::of).ifPresent(before::add);
    return before;
  }

  /** Ports that are not found now; where they were last counts, and all that they held. */
  private static void addMissing(NavigableMap<Long, SilentPort> told, Seen seen, Fabric now) {
    Fabric then = seen.fabric();
    for (int port : then.endPorts()) {
      long guid = then.portGuid(port);
      if (now.endPortByGuid(guid) == Fabric.NONE
          && !then.isSwitch(then.nodeOf(port))
          && then.peer(port) != Fabric.NONE) {
        SilentPort fresh = asFound(seen, port);
        SilentPort known = told.get(guid);
        told.put(guid, known == null ? fresh : withKeys(fresh, known.pKeys()));
      }
    }
  }

  private static SilentPort asFound(Seen seen, int port) {
    Fabric fabric = seen.fabric();
    int facing = fabric.peer(port);
    short[] held = seen.pKeys() == null ? null : seen.pKeys()[port];
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

  private static void addGiven(
      NavigableMap<Long, SilentPort> told, List<Function<Fabric, PartitionMembers>> given) {
    if (told.isEmpty() || given.isEmpty()) {
      return;
    }
    Fabric alone = fabric(told.values());
    for (Function<Fabric, PartitionMembers> members : given) {
      PartitionMembers all = members.apply(alone);
      told.replaceAll((guid, port) -> withKeys(port, keys(all.keys(alone.endPortByGuid(guid)))));
    }
  }

  private static SilentPort withKeys(SilentPort port, List<Integer> more) {
    TreeSet<Integer> keys = new TreeSet<>(port.pKeys());
    keys.addAll(more);
    return new SilentPort(
        port.portGuid(), port.type(), port.facingGuid(), port.facingNumber(), List.copyOf(keys));
  }

  private static boolean isFound(SilentPort port, Fabric fabric) {
    return fabric.endPortByGuid(port.portGuid()) != Fabric.NONE;
  }

  /** A sweep has brought the subnet up: ports that it has found were told all that they hold. */
  synchronized void subnetUp(Fabric found) {
    ports.values().removeIf(port -> isFound(port, found));
    last = Optional.empty();
  }

  /** Whether a sweep has looked that has not brought the subnet up. */
  synchronized boolean isLooking() {
    return last.isPresent();
  }

  /**
   * Lower 15 bits of P_Keys that ports may hold and are not to hold.
   *
   * @param found whose ports are told, and so do not count
   * @param members of the partitions in force, of a fabric
   */
  synchronized IntSet keptKeys(Fabric found, Function<Fabric, PartitionMembers> members) {
    IntSet kept = new IntOpenHashSet();
    List<SilentPort> silent = new ArrayList<>(ports.values());
    silent.removeIf(port -> isFound(port, found));
    if (silent.isEmpty()) {
      return kept;
    }
    Fabric alone = fabric(silent);
    PartitionMembers wanted = members.apply(alone);
    for (SilentPort port : silent) {
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
