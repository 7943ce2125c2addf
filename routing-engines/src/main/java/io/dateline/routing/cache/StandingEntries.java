package io.dateline.routing.cache;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Whether entries lead to every LID from every switch. Those to an end port that is where it was
 * are not looked at.
 */
final class StandingEntries {
  private static final byte UNKNOWN = 0;
  private static final byte ON_THE_WAY = 1;
  private static final byte LEADS = 2;

  private final Fabric then;
  private final LidMap thenLids;
  private final Fabric now;
  private final LidMap nowLids;
  private final ForwardingTables tables;
  private final byte[] found; // by switch, of one LID
  private final int[] way; // switches, of one LID

  StandingEntries(
      Fabric then, LidMap thenLids, Fabric now, LidMap nowLids, ForwardingTables tables) {
    this.then = then;
    this.thenLids = thenLids;
    this.now = now;
    this.nowLids = nowLids;
    this.tables = tables;
    found = new byte[now.switchCount()];
    way = new int[now.switchCount()];
  }

  /** What no entry leads to, in words. */
  Optional<String> gap() {
    BitSet all = new BitSet();
    all.set(0, now.switchCount());
    for (int port : now.endPorts()) {
      int count = nowLids.lidCount(port);
      // One without a switch is nowhere: no entry could lead to it.
      if (count > 0 && now.switchAt(port) != Fabric.NONE && !isWhereItWas(port)) {
        for (int lid = nowLids.baseLid(port); lid < nowLids.baseLid(port) + count; lid++) {
          if (!isReached(lid, port, all)) {
            return Optional.of(
                "%s with LID %d is new, or at another place"
                    .formatted(now.description(now.nodeOf(port)), lid));
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * A switch's LID of these that some adapter does not reach, in words. What only a switch itself
   * would send may be lost.
   */
  Optional<String> unreached(BitSet switchLids) {
    BitSet homes = new BitSet();
    for (int port : now.endPorts()) {
      int home = now.switchAt(port);
      if (home != Fabric.NONE && !now.isSwitch(now.nodeOf(port))) {
        homes.set(home);
      }
    }
    return switchLids.stream()
        .filter(lid -> !isReached(lid, nowLids.port(lid), homes))
        .mapToObj(
            lid ->
                "a switch that has gone was on the way to %s"
                    .formatted(now.description(now.nodeOf(nowLids.port(lid)))))
        .findFirst();
  }

  private boolean isWhereItWas(int port) {
    int before = then.endPortByGuid(now.portGuid(port));
    if (before == Fabric.NONE
        || thenLids.lidCount(before) != nowLids.lidCount(port)
        || thenLids.baseLid(before) != nowLids.baseLid(port)
        || then.portNumber(before) != now.portNumber(port)) {
      return false;
    }
    int at = now.switchAt(port);
    int wasAt = then.switchAt(before);
    return wasAt != Fabric.NONE
        && now.nodeGuid(at) == then.nodeGuid(wasAt)
        && lastNumber(now, port) == lastNumber(then, before);
  }

  /** The number of the switch's port that leads to an end port, 0 for its own. */
  private static int lastNumber(Fabric fabric, int port) {
    return fabric.isSwitch(fabric.nodeOf(port)) ? 0 : fabric.portNumber(fabric.peer(port));
  }

  private boolean isReached(int lid, int port, BitSet from) {
    int home = now.switchAt(port);
    if (tables.port(home, lid) != lastNumber(now, port)) {
      return false;
    }
    Arrays.fill(found, UNKNOWN);
    found[home] = LEADS;
    return from.stream().allMatch(node -> leads(node, lid));
  }

  private boolean leads(int from, int lid) {
    int count = 0;
    int node = from;
    while (found[node] == UNKNOWN) {
      found[node] = ON_THE_WAY;
      way[count++] = node;
      int number = tables.port(node, lid);
      if (number == 0 || number > now.externalPortCount(node)) {
        return false;
      }
      int peer = SameSwitches.switchPeer(now, now.port(node, number));
      if (peer == Fabric.NONE) {
        return false;
      }
      node = now.nodeOf(peer);
    }
    if (found[node] == ON_THE_WAY) {
      return false;
    }
    while (count > 0) {
      found[way[--count]] = LEADS;
    }
    return true;
  }
}
