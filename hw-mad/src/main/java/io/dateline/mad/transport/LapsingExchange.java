package io.dateline.mad.transport;

import java.util.function.Consumer;

/**
 * An exchange for requests that are of no use any more from one moment on: those that have not been
 * sent by then end as {@linkplain MadOutcome.Rejected rejected}, and no other is tried again. From
 * any thread. Closing it closes nothing.
 */
public final class LapsingExchange implements MadExchange {
  private final MadExchange exchange;
  private volatile boolean hasLapsed;

  public LapsingExchange(MadExchange exchange) {
    this.exchange = exchange;
  }

  /** The moment has come. */
  public void lapse() {
    hasLapsed = true;
  }

  @Override
  public PortIdentity port() {
    return exchange.port();
  }

  @Override
  public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
    exchange.request(request.until(() -> hasLapsed), onOutcome);
  }

  @Override
  public void send(MadPacket packet) {
    exchange.send(packet);
  }

  @Override
  public void onUnsolicited(Consumer<MadPacket> handler) {
    exchange.onUnsolicited(handler);
  }

  @Override
  public void onQuery(Consumer<MadPacket> handler) {
    exchange.onQuery(handler);
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    exchange.setSubnetManager(isSm);
  }

  @Override
  public ExchangeStats stats() {
    return exchange.stats();
  }

  @Override
  public void close() {
    lapse();
  }
}
