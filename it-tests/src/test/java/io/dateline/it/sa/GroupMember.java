package io.dateline.it.sa;

import io.dateline.it.kit.BroadcastGroup;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.Simulator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A host that joins the broadcast group of IPoIB, and leaves it. */
final class GroupMember implements AutoCloseable {
  private static final int QUEUE_PAIR = 1;
  private static final int PATIENCE_MS = 1000;
  private static final int RETRIES = 20;

  private final Simulator simulator;
  private final int port;
  private final MadExchange exchange;

  /** At a channel adapter's port that nobody else is attached to. */
  GroupMember(Simulator simulator, int port) {
    this.simulator = simulator;
    this.port = port;
    exchange = Transactor.open(simulator.attach(port), ExchangeSettings.DEFAULT);
  }

  int port() {
    return port;
  }

  /** Joins as a full member; returns the group's multicast LID. */
  int join() throws Exception {
    return McMemberRecord.in(ask(true).bytes(), Mad.SA_DATA).mlid();
  }

  void leave() throws Exception {
    ask(false);
  }

  private Mad ask(boolean isJoin) throws Exception {
    int master = simulator.call(simulated -> simulated.portInfo(port).masterSmLid());
    long guid = exchange.port().portGuid();
    Mad question = BroadcastGroup.change(isJoin, guid, 0); // the exchange numbers it
    CompletableFuture<MadOutcome> answer = new CompletableFuture<>();
    exchange.request(
        new MadRequest(
            new MadPacket(question, QUEUE_PAIR, master, QUEUE_PAIR, 0),
            master,
            PATIENCE_MS,
            RETRIES),
        answer::complete);
    return switch (answer.get(60, TimeUnit.SECONDS)) {
      case MadOutcome.Answered answered -> answered.reply();
      case MadOutcome other -> throw new IllegalStateException("not granted: " + other);
    };
  }

  @Override
  public void close() {
    exchange.close();
  }
}
