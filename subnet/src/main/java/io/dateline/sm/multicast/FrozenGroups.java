package io.dateline.sm.multicast;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.MulticastTables;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * Groups that must not get new ports, because of switches that were to give some up and did not: an
 * old port there and new ones elsewhere could make a circle, in which packets would go for ever. A
 * switch to which no other one sends a group's packets can be in no circle, whatever it holds.
 * Pure.
 */
final class FrozenGroups {
  private static final int GROUPS_MAX = Lid.PERMISSIVE - Lid.MULTICAST_MIN;

  private final Fabric fabric;
  private final MulticastTables wanted;
  private final HeldEntries held;
  private final Map<Integer, BitSet> reached = new TreeMap<>(); // by failed switch: groups

  private FrozenGroups(
      Fabric fabric, MulticastTables wanted, HeldEntries held, Iterable<Integer> failed) {
    this.fabric = fabric;
    this.wanted = wanted;
    this.held = held;
    failed.forEach(node -> reached.put(node, new BitSet()));
  }

  /**
   * The groups, 0 for the lowest multicast LID.
   *
   * @param wanted what switches hold no more than, but for those that failed
   * @param failed switches
   */
  static BitSet of(
      Fabric fabric, MulticastTables wanted, HeldEntries held, Iterable<Integer> failed) {
    return new FrozenGroups(fabric, wanted, held, failed).find();
  }

  private BitSet find() {
    while (spread()) {
      // Failed switches may send to each other.
    }
    BitSet frozen = new BitSet();
    reached.forEach(
        (node, groups) -> {
          BitSet here = (BitSet) groups.clone();
          held.atMost(fabric.nodeGuid(node))
              .ifPresent(row -> here.and(row.beyond(wanted.row(node))));
          frozen.or(here);
        });
    return frozen;
  }

  /** Whether a failed switch may get groups of which that was not known. */
  private boolean spread() {
    boolean isMore = false;
    for (Map.Entry<Integer, BitSet> one : reached.entrySet()) {
      int node = one.getKey();
      int before = one.getValue().cardinality();
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))) {
          one.getValue().or(sent(peer));
        }
      }
      isMore |= one.getValue().cardinality() > before;
    }
    return isMore;
  }

  /** Groups that leave a switch by one of its ports, as far as packets come there. */
  private BitSet sent(int port) {
    int node = fabric.nodeOf(port);
    int number = fabric.portNumber(port);
    BitSet come = reached.get(node);
    if (come == null) {
      return wanted.row(node).groupsOf(number);
    }
    BitSet sent =
        held.atMost(fabric.nodeGuid(node))
            .map((MulticastRow row) -> row.groupsOf(number))
            .orElseGet(FrozenGroups::all);
    sent.and(come);
    return sent;
  }

  private static BitSet all() {
    BitSet all = new BitSet();
    all.set(0, GROUPS_MAX);
    return all;
  }
}
