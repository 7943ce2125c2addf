package io.dateline.sm.sa;

import io.dateline.mad.transport.MadPacket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Lets a bounded number of packets into the mailbox of subnet administration. What a flood brings
 * beyond that is counted and dropped, as a full receive queue would drop it: whoever asked asks
 * again.
 *
 * <p>Offers come from any thread; {@link #taken} is called by the administrator, once for each
 * packet.
 */
public final class SaGate {
  /**
   * Packets that may wait: one of every end port of the largest subnet at once, which is some 30
   * MB.
   */
  public static final int WAITING_MAX = 1 << 16;

  private final Consumer<SubnetAdministrator.Command> administrator;
  private final SaCounters counters;
  private final AtomicInteger waiting = new AtomicInteger();

  public SaGate(Consumer<SubnetAdministrator.Command> administrator, SaCounters counters) {
    this.administrator = administrator;
    this.counters = counters;
  }

  /** Hands on a packet of the SA class that answers no request of this node's, or drops it. */
  public void offer(MadPacket packet) {
    if (waiting.incrementAndGet() > WAITING_MAX) {
      waiting.decrementAndGet();
      counters.count(SaEvent.OVERRUN);
      return;
    }
    administrator.accept(new SubnetAdministrator.Received(packet, this));
  }

  /** A packet has left the mailbox. */
  void taken() {
    waiting.decrementAndGet();
  }
}
