package io.dateline.routing.cache;

import io.dateline.fabric.Fabric;
import java.util.Optional;

/**
 * The switches of a fabric among those of an earlier one, and whether their cables are the same.
 */
final class SameSwitches {
  private final Fabric then;
  private final Fabric now;
  private final int[] before; // by switch of now: the one of then, Fabric.NONE for a new one
  private final int[] after; // by switch of then: the one of now, Fabric.NONE where it has gone

  SameSwitches(Fabric then, Fabric now) {
    this.then = then;
    this.now = now;
    before = matches(now, then);
    after = matches(then, now);
  }

  private static int[] matches(Fabric from, Fabric to) {
    int[] matches = new int[from.switchCount()];
    for (int node = 0; node < matches.length; node++) {
      int match = to.nodeByGuid(from.nodeGuid(node));
      matches[node] = match != Fabric.NONE && to.isSwitch(match) ? match : Fabric.NONE;
    }
    return matches;
  }

  /** By switch of now. Not a copy. */
  int[] before() {
    return before;
  }

  /** Whether a switch of then has gone. */
  boolean hasGone(int node) {
    return after[node] == Fabric.NONE;
  }

  /** What there is now and was not, or is between switches that are there now no more. */
  Optional<String> change() {
    for (int node = 0; node < before.length; node++) {
      Optional<String> change =
          before[node] == Fabric.NONE
                  || now.externalPortCount(node) != then.externalPortCount(before[node])
              ? Optional.of("switch %s is new".formatted(now.description(node)))
              : changedCable(node);
      if (change.isPresent()) {
        return change;
      }
    }
    return Optional.empty();
  }

  private Optional<String> changedCable(int node) {
    for (int number = 1; number <= now.externalPortCount(node); number++) {
      int port = now.port(node, number);
      int portThen = then.port(before[node], number);
      int peer = switchPeer(now, port);
      int peerThen = switchPeer(then, portThen);
      if (peer != Fabric.NONE && !isSame(peer, peerThen)) {
        return Optional.of("cable %s is new".formatted(name(now, port, peer)));
      }
      boolean hasLost = peer == Fabric.NONE && peerThen != Fabric.NONE;
      if (hasLost && !hasGone(then.nodeOf(peerThen))) {
        return Optional.of("cable %s is lost".formatted(name(then, portThen, peerThen)));
      }
      if (peer != Fabric.NONE
          && (now.speed(port) != then.speed(portThen) || now.width(port) != then.width(portThen))) {
        return Optional.of("cable %s has another rate".formatted(name(now, port, peer)));
      }
    }
    return Optional.empty();
  }

  private boolean isSame(int peer, int peerThen) {
    return peerThen != Fabric.NONE
        && before[now.nodeOf(peer)] == then.nodeOf(peerThen)
        && now.portNumber(peer) == then.portNumber(peerThen);
  }

  /** The port of a switch at the other end, {@link Fabric#NONE} where that is no switch. */
  static int switchPeer(Fabric fabric, int port) {
    int peer = fabric.peer(port);
    return peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer)) ? peer : Fabric.NONE;
  }

  private static String name(Fabric fabric, int port, int peer) {
    return "%s[%d] - %s[%d]"
        .formatted(
            fabric.description(fabric.nodeOf(port)),
            fabric.portNumber(port),
            fabric.description(fabric.nodeOf(peer)),
            fabric.portNumber(peer));
  }
}
