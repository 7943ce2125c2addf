package io.dateline.mad.transport;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * An exchange without a thread and a clock of its own: whatever runs it says what time it is, hands
 * it packets, and calls {@link #tick} when {@link #nextDeadlineNs} has come.
 */
public final class SteppedExchange implements MadExchange {
  private final MadTransport wire;
  private final LongSupplier clock; // ns
  private final Runnable onWork;
  private final ExchangeCounters counters = new ExchangeCounters();
  private final AtomicInteger unfinished = new AtomicInteger();
  private final Transactions transactions;

  /**
   * Over a wire, which is not started.
   *
   * @param onWork told after requests were made: there may be another deadline
   * @param firstSequence where transaction IDs begin
   */
  public SteppedExchange(
      MadTransport wire,
      ExchangeSettings settings,
      LongSupplier clock,
      Runnable onWork,
      int firstSequence) {
    this.wire = wire;
    this.clock = clock;
    this.onWork = onWork;
    transactions = new Transactions(settings, wire, counters, unfinished, firstSequence);
  }

  @Override
  public PortIdentity port() {
    return wire.port();
  }

  @Override
  public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
    unfinished.incrementAndGet();
    transactions.add(new Transaction(request, onOutcome));
    transactions.sendWaiting(clock.getAsLong());
    onWork.run();
  }

  /** Takes a packet from the wire. */
  public void receive(MadPacket packet) {
    transactions.receive(packet, clock.getAsLong());
    transactions.sendWaiting(clock.getAsLong());
    onWork.run();
  }

  /** Does what is due. */
  public void tick() {
    transactions.expire(clock.getAsLong());
    transactions.sendWaiting(clock.getAsLong());
  }

  /** When it is to be ticked; {@link Long#MAX_VALUE} for never. */
  public long nextDeadlineNs() {
    return transactions.hasDeadline() ? transactions.nextDeadlineNs() : Long.MAX_VALUE;
  }

  @Override
  public void send(MadPacket packet) {
    wire.send(packet);
  }

  @Override
  public void onUnsolicited(Consumer<MadPacket> handler) {
    transactions.onUnsolicited(handler);
  }

  @Override
  public void onQuery(Consumer<MadPacket> handler) {
    throw new UnsupportedOperationException("here all goes one way, in one order");
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    wire.setSubnetManager(isSm);
  }

  @Override
  public ExchangeStats stats() {
    return counters.read();
  }

  @Override
  public void close() {}
}
