package io.dateline.sm.cluster;

import akka.actor.typed.ActorRef;
import akka.cluster.Member;
import io.dateline.sm.cluster.PortSight.Sign;

/**
 * What is known of another member's process. A port that no longer shows a subnet manager proves a
 * death only where it once did, and where the process cannot be reached either: a port that is
 * attached to the fabric anew shows none for a moment.
 *
 * @param member which one
 * @param line to its process
 * @param hasShown whether its port has shown a subnet manager
 * @param isLost whether the line broke and there is no new one
 * @param isSilent whether Akka's detector has given it up
 */
record Peer(
    Member member,
    ActorRef<PeerLine.Command> line,
    boolean hasShown,
    boolean isLost,
    boolean isSilent) {

  static Peer of(Member member, ActorRef<PeerLine.Command> line) {
    return new Peer(member, line, false, false, false);
  }

  Peer as(Member now) {
    return new Peer(now, line, hasShown, isLost, isSilent);
  }

  Peer lost(boolean now) {
    return new Peer(member, line, hasShown, now, isSilent);
  }

  Peer silent(boolean now) {
    return new Peer(member, line, hasShown, isLost, now);
  }

  Peer seen(Sign sign) {
    return new Peer(member, line, hasShown || sign == Sign.SHOWS_MANAGER, isLost, isSilent);
  }

  /** Whether the look of its port matters now. */
  boolean isDoubtful() {
    return isLost || isSilent;
  }

  /** Whether this look at its port proves that the process is gone. */
  boolean isGone(Sign sign) {
    return hasShown && isDoubtful() && sign == Sign.HIDES_MANAGER;
  }
}
