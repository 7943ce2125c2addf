package io.dateline.it.sa;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.Simulator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A program at a channel adapter's port that asks subnet administration. It asks the master that
 * its port has been told of, the next one too, until there is an answer.
 */
final class SaClient implements AutoCloseable {
  private static final int PATIENCE_MS = 500;
  private static final int RETRIES = 5; // then the port may have another master
  private static final int QUESTIONS = 24;

  private final Simulator simulator;
  private final int port;
  private final int queuePair;
  private final MadExchange exchange;

  /** At a port that no other program is attached to. */
  SaClient(Simulator simulator, int port, int queuePair) {
    this.simulator = simulator;
    this.port = port;
    this.queuePair = queuePair;
    exchange = Transactor.open(simulator.attach(port), ExchangeSettings.DEFAULT);
  }

  /** Answers each Report to the queue pair, and tells of it. */
  void onReport(Consumer<Mad> reports) {
    exchange.onUnsolicited(
        packet -> {
          Mad mad = packet.mad();
          if (mad.method() == Mad.REPORT && packet.queuePair() == queuePair) {
            reports.accept(mad);
            exchange.send(packet.reply(mad.copy().method(Mad.REPORT_RESP)));
          }
        });
  }

  int port() {
    return port;
  }

  int lid() {
    return simulator.call(simulated -> simulated.lid(port));
  }

  long guid() {
    return exchange.port().portGuid();
  }

  Gid gid() {
    return new Gid(Gid.DEFAULT_PREFIX, guid());
  }

  /** The answer, also one that refuses. */
  Mad ask(int method, int attributeId, long mask, byte[] record) throws Exception {
    return ask(Sa.request(method, attributeId, 0, mask, 0, record));
  }

  /** The answer, also one that refuses; the exchange numbers the question. */
  Mad ask(Mad question) throws Exception {
    MadOutcome outcome = null;
    for (int asked = 0; asked < QUESTIONS; asked++) {
      int master = simulator.call(simulated -> simulated.portInfo(port).masterSmLid());
      CompletableFuture<MadOutcome> answer = new CompletableFuture<>();
      exchange.request(
          new MadRequest(
              new MadPacket(question.copy(), queuePair, master, 1, 0),
              master,
              PATIENCE_MS,
              RETRIES),
          answer::complete);
      outcome = answer.get(60, TimeUnit.SECONDS);
      if (outcome instanceof MadOutcome.Answered answered) {
        return answered.reply();
      }
      if (outcome instanceof MadOutcome.Refused refused) {
        return refused.reply();
      }
    }
    throw new IllegalStateException("no answer: " + outcome);
  }

  @Override
  public void close() {
    exchange.close();
  }
}
