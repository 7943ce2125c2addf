package io.dateline.mad.transport;

import java.util.concurrent.atomic.AtomicLong;

/** The counts behind {@link WireStats}; any thread may write and read. */
public final class WireCounters {
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong unsent = new AtomicLong();
  private final AtomicLong returned = new AtomicLong();
  private final AtomicLong malformed = new AtomicLong();

  public void sent() {
    sent.incrementAndGet();
  }

  public void received() {
    received.incrementAndGet();
  }

  public void unsent() {
    unsent.incrementAndGet();
  }

  public void returned() {
    returned.incrementAndGet();
  }

  public void malformed() {
    malformed.incrementAndGet();
  }

  public WireStats read() {
    return new WireStats(sent.get(), received.get(), unsent.get(), returned.get(), malformed.get());
  }
}
