package io.dateline.sm.sa.shell;

import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.fair.FairQueue;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.sa.SaEvent;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where packets wait for subnet administration, so many of each port, and ports in turn: one that
 * asks without end has its own questions wait, and no other port's. What a flood brings beyond that
 * is counted and dropped, as a full receive queue would drop it: the port that asked asks again.
 *
 * <p>Offers come from any thread; {@link #take} is called by the administrator, once for each
 * message that it got.
 */
public final class SaGate {
  /**
   * Packets that may wait: one of every end port of the largest subnet at once, which is some 30
   * MB.
   */
  public static final int WAITING_MAX = 1 << 16;

  private final Consumer<SubnetAdministrator.Command> administrator;
  private final SaCounters counters;
  private final Fairness fairness;
  private final FairQueue<MadPacket> waiting;

  public SaGate(
      Consumer<SubnetAdministrator.Command> administrator, SaCounters counters, Fairness fairness) {
    this.administrator = administrator;
    this.counters = counters;
    this.fairness = fairness;
    waiting = new FairQueue<>(WAITING_MAX, fairness.quotas().waitingMax());
  }

  /** Hands on a packet of the SA class that answers no request of this node's, or drops it. */
  public void offer(MadPacket packet) {
    Optional<MadPacket> dropped;
    synchronized (waiting) {
      dropped = waiting.offer(fairness.owners().owner(packet.remoteLid()), packet);
    }
    if (dropped.isPresent()) { // there is a message for each that waits, then as before
      counters.count(SaEvent.OVERRUN);
      fairness.refused(Quota.WAITING, dropped.get().remoteLid());
    } else {
      administrator.accept(new SubnetAdministrator.Received(this));
    }
  }

  /** The packet whose turn it is. */
  Optional<MadPacket> take() {
    synchronized (waiting) {
      return waiting.take();
    }
  }
}
