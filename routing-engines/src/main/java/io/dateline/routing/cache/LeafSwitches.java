package io.dateline.routing.cache;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.util.BitSet;
import java.util.Optional;

/**
 * Whether switches that have gone were leaves: no path to an adapter that is there now led by them.
 */
final class LeafSwitches {
  private final Fabric then;
  private final SameSwitches switches;
  private final Fabric now;
  private final LidMap nowLids;
  private final BitSet toSwitches = new BitSet(); // LIDs of switches that some entry lost

  LeafSwitches(Fabric then, SameSwitches switches, Fabric now, LidMap nowLids) {
    this.then = then;
    this.switches = switches;
    this.now = now;
    this.nowLids = nowLids;
  }

  /**
   * The switch that was on the way to an adapter, in words.
   *
   * @param rows by switch of now
   */
  Optional<String> transit(ForwardingTables rows) {
    for (int node = 0; node < now.switchCount(); node++) {
      int nodeThen = switches.before()[node];
      for (int number = 1; number <= then.externalPortCount(nodeThen); number++) {
        int peer = SameSwitches.switchPeer(then, then.port(nodeThen, number));
        if (peer != Fabric.NONE && switches.hasGone(then.nodeOf(peer))) {
          int lid = adapterBy(rows.row(node), number);
          if (lid != 0) {
            return Optional.of(
                "switch %s, which has gone, was on the way from %s to LID %d"
                    .formatted(then.description(then.nodeOf(peer)), now.description(node), lid));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** LIDs of switches that lost the entry of another switch; once transit was looked for. */
  BitSet toSwitches() {
    return toSwitches;
  }

  /** A LID of an adapter at a switch, 0 if none is sent by this port. */
  private int adapterBy(byte[] row, int number) {
    int end = Math.min(row.length - 1, nowLids.maxLid());
    for (int lid = 1; lid <= end; lid++) {
      if ((row[lid] & 0xFF) == number && nowLids.port(lid) != Fabric.NONE) {
        int port = nowLids.port(lid);
        if (now.isSwitch(now.nodeOf(port))) {
          toSwitches.set(lid);
        } else if (now.switchAt(port) != Fabric.NONE) {
          return lid;
        }
      }
    }
    return 0;
  }
}
