package io.dateline.sm;

import io.dateline.mad.transport.ExchangeStats;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.PortIdentity;
import java.util.function.Consumer;

/** An exchange that is asked for nothing but what a test overrides. */
public abstract class UnusedExchange implements MadExchange {
  @Override
  public PortIdentity port() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void send(MadPacket packet) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void onUnsolicited(Consumer<MadPacket> handler) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void onQuery(Consumer<MadPacket> handler) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ExchangeStats stats() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
