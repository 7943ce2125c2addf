package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A host that asks the subnet administration of whichever manager its port names. */
final class SaAsker implements AutoCloseable {
  private static final int QUEUE_PAIR = 1;
  private static final int PATIENCE_MS = 400;
  private static final int RETRIES = 1;
  private static final int WINDOW = 8;
  private static final int TRIES = 8;
  private static final Duration GRANT_PATIENCE = Duration.ofSeconds(30);

  private final MadExchange exchange;
  private final int master;
  private final int lid;

  private SaAsker(MadExchange exchange) {
    this.exchange = exchange;
    PortInfo own = SaQueries.ownPort(exchange);
    master = own.masterSmLid();
    lid = own.lid();
  }

  /** At a port such as {@code sim://127.0.0.1:7700/host0}. */
  static SaAsker at(String address) {
    FabricAddress.Sim port = (FabricAddress.Sim) FabricAddress.parse(address);
    return new SaAsker(
        Transactor.open(
            IbsimTransport.connect(port), ExchangeSettings.DEFAULT.withWindows(WINDOW, WINDOW)));
  }

  int master() {
    return master;
  }

  int lid() {
    return lid;
  }

  /** Asks for an alias GUID of its own port until it is granted. */
  void grantAlias(long guid) {
    SaQuestion question =
        SaQuestion.of("alias", SaKind.GUID_INFO, Mad.SET)
            .with(GuidInfoRecord.LID, lid)
            .with(GuidInfoRecord.BLOCK_NUM, 0)
            .like(GuidInfoRecord.GUIDS, withAlias(guid), 1);
    long giveUpNs = System.nanoTime() + GRANT_PATIENCE.toNanos();
    SaSeen seen = ask(question);
    while (seen.status() != 0 && System.nanoTime() < giveUpNs) {
      seen = ask(question); // BUSY while it asks ports what an earlier manager has granted
    }
    if (seen.status() != 0) {
      throw new IllegalStateException("no alias GUID is granted: " + seen.outcome());
    }
  }

  private static byte[] withAlias(long guid) {
    GuidInfoRecord record = new GuidInfoRecord();
    record.guidInfo().guidBlock(1, guid);
    return record.bytes();
  }

  SaSeen ask(SaQuestion question) {
    return begin(question).join();
  }

  /** Asks again where there is no answer: on a machine that has much to do a journal is slow. */
  SaSeen askPatiently(SaQuestion question) {
    SaSeen seen = ask(question);
    for (int tries = 1; seen.equals(SaSeen.NOTHING) && tries < TRIES; tries++) {
      seen = ask(question);
    }
    return seen;
  }

  /** Asks a window of them at a time, for some are not answered at all. */
  Map<SaQuestion, SaSeen> askAll(Collection<SaQuestion> questions) {
    Map<SaQuestion, CompletableFuture<SaSeen>> asked = new LinkedHashMap<>();
    questions.forEach(question -> asked.put(question, begin(question)));
    Map<SaQuestion, SaSeen> seen = new LinkedHashMap<>();
    asked.forEach((question, answer) -> seen.put(question, answer.join()));
    return seen;
  }

  private CompletableFuture<SaSeen> begin(SaQuestion question) {
    CompletableFuture<MadOutcome> ended = new CompletableFuture<>();
    MadPacket packet = new MadPacket(question.mad(), QUEUE_PAIR, master, QUEUE_PAIR, 0);
    exchange.request(new MadRequest(packet, master, PATIENCE_MS, RETRIES), ended::complete);
    return ended.thenApply(outcome -> seen(question, outcome));
  }

  private static SaSeen seen(SaQuestion question, MadOutcome outcome) {
    return switch (outcome) {
      case MadOutcome.Answered answered -> SaSeen.of(question, answered.reply());
      case MadOutcome.Refused refused -> SaSeen.of(question, refused.reply());
      case MadOutcome.TimedOut late -> SaSeen.NOTHING;
      case MadOutcome.Rejected rejected -> throw new IllegalStateException(rejected.reason());
    };
  }

  @Override
  public void close() {
    exchange.close();
  }
}
