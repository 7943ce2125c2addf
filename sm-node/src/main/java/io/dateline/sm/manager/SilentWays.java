package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.persistence.event.SilentCable;
import io.dateline.persistence.event.SilentPort;
import io.dateline.sm.discover.Discovered;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Switches that sweeps do not find any more, and the cables by which packets may still get there.
 * Immutable.
 */
final class SilentWays {
  static final SilentWays NONE = of(List.of());

  private static final Comparator<SilentCable> IN_ORDER =
      Comparator.comparingLong(SilentCable::switchGuid)
          .thenComparingInt(SilentCable::number)
          .thenComparingLong(SilentCable::peerGuid)
          .thenComparingInt(SilentCable::peerNumber);

  private final List<SilentCable> cables; // in order
  private final LongSet reached; // switches that are not found

  private SilentWays(Collection<SilentCable> cables, LongSet reached) {
    this.cables = List.copyOf(cables);
    this.reached = reached;
  }

  static SilentWays of(Collection<SilentCable> cables) {
    return new SilentWays(cables, new LongOpenHashSet());
  }

  List<SilentCable> cables() {
    return cables;
  }

  /** With the cables of switches that were found before and are not now. */
  SilentWays with(Fabric before, Fabric now) {
    Set<SilentCable> all = new TreeSet<>(IN_ORDER);
    all.addAll(cables);
    for (int node = 0; node < before.switchCount(); node++) {
      if (now.nodeByGuid(before.nodeGuid(node)) == Fabric.NONE) {
        addCables(all, before, node);
      }
    }
    return of(all);
  }

  private static void addCables(Set<SilentCable> all, Fabric before, int node) {
    for (int number = 1; number <= before.externalPortCount(node); number++) {
      int peer = before.peer(before.port(node, number));
      if (peer != Fabric.NONE && before.isSwitch(before.nodeOf(peer))) {
        long guid = before.nodeGuid(node);
        long peerGuid = before.nodeGuid(before.nodeOf(peer));
        int peerNumber = before.portNumber(peer);
        all.add(
            guid <= peerGuid
                ? new SilentCable(guid, number, peerGuid, peerNumber)
                : new SilentCable(peerGuid, peerNumber, guid, number));
      }
    }
  }

  /** Those alone that lead from a switch that is found to one that is not, over any number. */
  SilentWays reached(Discovered now) {
    LongSet found = new LongOpenHashSet();
    boolean isMore = true;
    while (isMore) {
      isMore = false;
      for (SilentCable cable : cables) {
        isMore |= leads(cable.switchGuid(), cable.number(), cable.peerGuid(), found, now);
        isMore |= leads(cable.peerGuid(), cable.peerNumber(), cable.switchGuid(), found, now);
      }
    }
    return new SilentWays(
        cables.stream()
            .filter(cable -> found.contains(cable.switchGuid()) || found.contains(cable.peerGuid()))
            .toList(),
        found);
  }

  /** Whether a cable leads on to a switch, which is added to the reached ones. */
  private static boolean leads(long from, int number, long to, LongSet found, Discovered now) {
    return now.fabric().nodeByGuid(to) == Fabric.NONE
        && (found.contains(from) || isOpen(from, number, now))
        && found.add(to);
  }

  /** Whether packets get to where a port is not found. */
  boolean leadTo(SilentPort port, Discovered now) {
    return reached.contains(port.facingGuid())
        || isOpen(port.facingGuid(), port.facingNumber(), now);
  }

  /** Whether a port is found that has a link, and nothing that answers at the other end. */
  private static boolean isOpen(long nodeGuid, int number, Discovered now) {
    Fabric fabric = now.fabric();
    int node = fabric.nodeByGuid(nodeGuid);
    if (node == Fabric.NONE || number > fabric.externalPortCount(node)) {
      return false;
    }
    int port = fabric.port(node, number);
    byte[] info = now.attributes().portInfo()[port];
    // One that does not say whether it has a link may have one.
    return fabric.peer(port) == Fabric.NONE
        && (info == null || PortInfo.portState(info) > PortState.INIT);
  }
}
