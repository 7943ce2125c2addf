package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.sim.SimulatedFabric;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * Sends a packet from each member of a multicast group by what switches hold at this moment, and
 * counts where copies arrive. Knows of no trees and no tables that were meant.
 */
final class MulticastWalk {
  private static final int RECEIVES = MulticastGroup.FULL_MEMBER | MulticastGroup.NON_MEMBER;

  private final SimulatedFabric fabric;
  private final Fabric known;

  MulticastWalk(SimulatedFabric fabric) {
    this.fabric = fabric;
    known = fabric.fabric();
  }

  /**
   * What is wrong with a group that shares its MLID with no other one: a member that receives is
   * reached not at all or twice, another adapter is reached, or copies go in circles.
   *
   * @return a sentence, or nothing where each member that receives gets one copy from each other
   */
  Optional<String> problem(MulticastGroup group) {
    BitSet members = new BitSet();
    BitSet receivers = new BitSet();
    for (MulticastGroup.Member member : group.members()) {
      int port = known.endPortByGuid(member.portGuid());
      members.set(port);
      receivers.set(port, (member.joinState() & RECEIVES) != 0);
    }
    for (int from : members.stream().toArray()) {
      Map<Integer, Integer> arrivals = new HashMap<>();
      if (!send(group.mlid(), from, arrivals)) {
        return Optional.of("MLID 0x%04X: circles from port %d".formatted(group.mlid(), from));
      }
      for (int to : known.endPorts()) {
        int wanted = to != from && receivers.get(to) ? 1 : 0;
        int seen = arrivals.getOrDefault(to, 0);
        if (seen != wanted) {
          return Optional.of(
              "MLID 0x%04X: port %d gets %d copies from port %d, not %d"
                  .formatted(group.mlid(), to, seen, from, wanted));
        }
      }
    }
    return Optional.empty();
  }

  /** The other end of a cable; none where that has no power. */
  private int peer(int port) {
    int peer = fabric.peer(port);
    return peer == Fabric.NONE || !fabric.isUp(known.nodeOf(peer)) ? Fabric.NONE : peer;
  }

  /** Counts copies by the end port at which they arrive; false if they never cease. */
  private boolean send(int mlid, int from, Map<Integer, Integer> arrivals) {
    Queue<Integer> entered = new ArrayDeque<>(); // ports of switches at which copies come in
    int first = known.isSwitch(known.nodeOf(from)) ? from : peer(from);
    if (first != Fabric.NONE) {
      entered.add(first);
    }
    for (int steps = 0; !entered.isEmpty(); steps++) {
      if (steps > known.portCount()) {
        return false;
      }
      int in = entered.remove();
      int node = known.nodeOf(in);
      BitSet out = fabric.multicast(node).ports(mlid);
      for (int number = out.nextSetBit(0); number >= 0; number = out.nextSetBit(number + 1)) {
        int port = known.port(node, number);
        int peer = number == 0 ? Fabric.NONE : peer(port);
        if (port == in) {
          continue; // no switch sends a packet back (IBA Vol 1, 18.2.4.3.3)
        }
        if (number == 0) {
          arrivals.merge(port, 1, Integer::sum);
        } else if (peer != Fabric.NONE && known.isSwitch(known.nodeOf(peer))) {
          entered.add(peer);
        } else if (peer != Fabric.NONE) {
          arrivals.merge(peer, 1, Integer::sum);
        }
      }
    }
    return true;
  }
}
