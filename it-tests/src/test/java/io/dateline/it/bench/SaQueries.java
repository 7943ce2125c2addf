package io.dateline.it.bench;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.util.concurrent.CompletableFuture;

/**
 * Questions to whichever subnet administration a simulated fabric has. Arguments: the port ({@code
 * sim://HOST:PORT/NODE}), the number of LIDs in use from 1 on, questions of each kind, window.
 */
public final class SaQueries {
  private SaQueries() {}

  public static void main(String[] arguments) throws InterruptedException {
    FabricAddress.Sim address = (FabricAddress.Sim) FabricAddress.parse(arguments[0]);
    try (MadExchange exchange =
        Transactor.open(
            IbsimTransport.connect(address), ExchangeSettings.DEFAULT.withWindows(64, 64))) {
      print(
          exchange,
          Integer.parseInt(arguments[1]),
          Integer.parseInt(arguments[2]),
          Integer.parseInt(arguments[3]));
    }
    System.exit(0);
  }

  /** Two rounds of each kind, the first of which warms both sides up. */
  static void print(MadExchange exchange, int lids, int questions, int window)
      throws InterruptedException {
    SaLoad load = new SaLoad(exchange, masterLid(exchange), lids);
    for (int round = 0; round < 2; round++) {
      System.out.println(load.paths(questions, window));
      System.out.println(load.ports(questions, window));
    }
  }

  /** MasterSMLID of the port itself. */
  public static int masterLid(MadExchange exchange) {
    return ownPort(exchange).masterSmLid();
  }

  /** What the port itself says. */
  static PortInfo ownPort(MadExchange exchange) {
    CompletableFuture<MadOutcome> outcome = new CompletableFuture<>();
    MadPacket question =
        MadPacket.directed(Smp.get(DirectedRoute.LOCAL, AttributeId.PORT_INFO, 0, 0));
    exchange.request(MadRequest.of(question, 0), outcome::complete);
    return switch (outcome.join()) {
      case MadOutcome.Answered answered -> PortInfo.of(Smp.data(answered.reply()));
      case MadOutcome other ->
          throw new IllegalStateException("the port does not answer: " + other);
    };
  }
}
