package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A port that asks the subnet administration of whichever manager it names, and waits for it. */
final class SaPort implements AutoCloseable {
  private static final int QUEUE_PAIR = 1;
  private static final int PATIENCE_MS = 1_000;
  private static final int RETRIES = 3;
  private static final int WINDOW = 256;

  private final MadExchange exchange;
  private final int master;

  private SaPort(MadExchange exchange) {
    this.exchange = exchange;
    master = SaQueries.masterLid(exchange);
    exchange.onUnsolicited(this::acknowledge);
  }

  /** At a port such as {@code sim://127.0.0.1:7700/host0}. */
  static SaPort at(String address) {
    FabricAddress.Sim port = (FabricAddress.Sim) FabricAddress.parse(address);
    return new SaPort(
        Transactor.open(
            IbsimTransport.connect(port), ExchangeSettings.DEFAULT.withWindows(WINDOW, WINDOW)));
  }

  /** A subscriber is reported to again and again until it says that it has heard. */
  private void acknowledge(MadPacket packet) {
    if (packet.mad().method() == Mad.REPORT) {
      exchange.send(packet.reply(packet.mad().copy().method(Mad.REPORT_RESP)));
    }
  }

  long guid() {
    return exchange.port().portGuid();
  }

  void ask(Mad question, Consumer<MadOutcome> onOutcome) {
    MadPacket packet = new MadPacket(question.copy(), QUEUE_PAIR, master, QUEUE_PAIR, 0);
    exchange.request(new MadRequest(packet, master, PATIENCE_MS, RETRIES), onOutcome);
  }

  /** The answer, if it has status 0. */
  Optional<Mad> ask(Mad question) {
    CompletableFuture<MadOutcome> ended = new CompletableFuture<>();
    ask(question, ended::complete);
    return ended.join() instanceof MadOutcome.Answered answered
        ? Optional.of(answered.reply())
        : Optional.empty();
  }

  @Override
  public void close() {
    exchange.close();
  }
}
