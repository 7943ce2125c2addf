package io.dateline.it.fabric;

import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.ExchangeStats;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.routing.actors.programmer.SwitchReach;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * As many switches as are asked for, which answer every Set at once, on a thread of their own, and
 * keep nothing: what programmers cost by themselves.
 */
final class ObedientSwitches implements MadExchange {
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private volatile int seenTop;

  /** From now on a sweep has seen every switch with this LinearFDBTop. */
  void seenTop(int top) {
    seenTop = top;
  }

  /** The way to each of them. */
  SwitchReach reach() {
    return new SwitchReach(
        port().portGuid(),
        new byte[] {1},
        SwitchInfo.of(new byte[64]).linearFdbCap(49152).linearFdbTop(seenTop).bytes(),
        0x1234);
  }

  @Override
  public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
    thread.execute(
        () -> onOutcome.accept(new MadOutcome.Answered(request, request.packet().mad())));
  }

  @Override
  public PortIdentity port() {
    return new PortIdentity("obedient", 1, 1, 1);
  }

  @Override
  public void send(MadPacket packet) {
    throw new UnsupportedOperationException("a programmer only makes requests");
  }

  @Override
  public void onUnsolicited(Consumer<MadPacket> handler) {
    throw new UnsupportedOperationException("a programmer only makes requests");
  }

  @Override
  public void onQuery(Consumer<MadPacket> handler) {
    throw new UnsupportedOperationException("a programmer only makes requests");
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    throw new UnsupportedOperationException("a programmer only makes requests");
  }

  @Override
  public ExchangeStats stats() {
    return new ExchangeStats(Map.of(), 0, 0, 0, 0, 0);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
