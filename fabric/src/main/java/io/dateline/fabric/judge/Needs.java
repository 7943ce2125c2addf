package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/**
 * Which pairs a subnet cannot do without: those between ports of channel adapters and routers, and
 * those from and to the subnet manager's own port.
 */
final class Needs {
  private final Senders senders;
  private final int own; // end port, or Fabric.NONE
  private final int ownSender; // or Fabric.NONE
  private final boolean isOwnCa;

  Needs(Fabric fabric, Senders senders, int own) {
    this.senders = senders;
    this.own = own;
    ownSender = own == Fabric.NONE ? Fabric.NONE : senders.senderOf(own);
    isOwnCa = own != Fabric.NONE && !fabric.isSwitch(fabric.nodeOf(own));
  }

  /** Whether this sender's pair with this destination is one. */
  boolean isNeeded(int sender, Target target) {
    return sender == ownSender || target.port() == own || (target.isCa() && senders.isCa(sender));
  }

  /**
   * How many there are of those whose packets enter at a switch, all alike.
   *
   * @param all senders there, without the destination's own
   * @param ca those of them whose pairs are between adapters
   */
  int count(Target target, int node, int all, int ca) {
    if (target.port() == own) {
      return all;
    }
    boolean isOwnHere = ownSender != Fabric.NONE && senders.entrySwitch[ownSender] == node;
    boolean isOwnAmongCa = isOwnCa && target.isCa();
    return ca + (isOwnHere && !isOwnAmongCa ? 1 : 0);
  }
}
