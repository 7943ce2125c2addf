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
 * <p>Offers come from any thread. The administrator has one message at a time, however many packets
 * wait: it serves some of them in one go, for a message costs as much as an answer.
 */
public final class SaGate {
  /**
   * Packets that may wait: one of every end port of the largest subnet at once, which is some 30
   * MB.
   */
  public static final int WAITING_MAX = 1 << 16;

  /** Packets served for one message; others to the administrator wait for no more than these. */
  static final int SERVED_MAX = 32;

  private final Consumer<SubnetAdministrator.Command> administrator;
  private final SaCounters counters;
  private final Fairness fairness;
  private final FairQueue<MadPacket> waiting; // guarded by itself
  private boolean isTold; // the administrator has a message, or is at it; guarded by waiting

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
    boolean isFirst;
    synchronized (waiting) {
      dropped = waiting.offer(fairness.owners().owner(packet.remoteLid()), packet);
      isFirst = !isTold && waiting.size() > 0;
      isTold |= isFirst;
    }
    if (dropped.isPresent()) {
      counters.count(SaEvent.OVERRUN);
      fairness.refused(Quota.WAITING, dropped.get().remoteLid());
    }
    if (isFirst) {
      tell();
    }
  }

  /** Hands packets whose turn it is to the administrator, and has it come again for others. */
  void serve(Consumer<MadPacket> server) {
    try {
      Optional<MadPacket> packet = take();
      for (int served = 0; packet.isPresent(); served++) {
        server.accept(packet.get());
        packet = served + 1 < SERVED_MAX ? take() : Optional.empty();
      }
    } finally { // one that it failed at does not hold up others
      boolean hasMore;
      synchronized (waiting) {
        isTold = waiting.size() > 0;
        hasMore = isTold;
      }
      if (hasMore) {
        tell();
      }
    }
  }

  private void tell() {
    administrator.accept(new SubnetAdministrator.Received(this));
  }

  /** The packet whose turn it is. */
  private Optional<MadPacket> take() {
    synchronized (waiting) {
      return waiting.take();
    }
  }
}
