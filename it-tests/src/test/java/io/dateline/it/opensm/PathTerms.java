package io.dateline.it.opensm;

import io.dateline.it.bench.SaQueries;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the subnet administration of an ibsim's fabric answers of paths between ports. */
final class PathTerms {
  private static final int PATIENCE_MS = 2000;
  private static final int QUEUE_PAIR = 1;

  /**
   * A question.
   *
   * @param from GUID of an end port
   * @param to GUID of an end port
   * @param wanted what else is asked for
   */
  record Question(long from, long to, Map<Field, Long> wanted) {
    private MadPacket to(int master) {
      byte[] record =
          new PathRecord()
              .sgid(new Gid(Gid.DEFAULT_PREFIX, from))
              .dgid(new Gid(Gid.DEFAULT_PREFIX, to))
              .bytes();
      long mask = PathRecord.SGID.mask() | PathRecord.DGID.mask();
      for (Map.Entry<Field, Long> each : wanted.entrySet()) {
        each.getKey().set(record, 0, each.getValue());
        mask |= each.getKey().mask();
      }
      Mad mad = Sa.request(Mad.GET, AttributeId.PATH_RECORD, 0, mask, 0, record);
      return new MadPacket(mad, QUEUE_PAIR, master, QUEUE_PAIR, 0);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("%x to %x".formatted(from, to));
      wanted.forEach((field, value) -> text.append(" %s=%x".formatted(field.name(), value)));
      return text.toString();
    }
  }

  private PathTerms() {}

  /**
   * Asks the master that the port itself names.
   *
   * @return by question, in words: of a P_Key the lower 15 bits
   */
  static Map<String, String> ask(FabricAddress.Sim address, List<Question> questions)
      throws Exception {
    Map<String, String> answers = new TreeMap<>(); // of the exchange's thread until it is done
    CountDownLatch open = new CountDownLatch(questions.size());
    try (MadExchange exchange =
        Transactor.open(IbsimTransport.connect(address), ExchangeSettings.DEFAULT)) {
      int master = SaQueries.masterLid(exchange);
      for (Question question : questions) {
        exchange.request(
            new MadRequest(question.to(master), master, PATIENCE_MS, 3),
            outcome -> {
              answers.put(question.toString(), text(outcome));
              open.countDown();
            });
      }
      if (!open.await(2, TimeUnit.MINUTES)) {
        throw new IllegalStateException(open.getCount() + " questions have not ended");
      }
    }
    return answers;
  }

  private static String text(MadOutcome outcome) {
    return switch (outcome) {
      case MadOutcome.Answered answered -> text(PathRecord.of(Sa.data(answered.reply())));
      case MadOutcome.Refused refused -> "status %x".formatted(refused.reply().status());
      case MadOutcome other -> other.toString();
    };
  }

  private static String text(PathRecord path) {
    return "SL %d, MTU %d, rate %d, life %d, P_Key %x, %s"
        .formatted(
            path.sl(),
            path.mtu(),
            path.rate(),
            path.packetLifeTime(),
            path.pKey() & 0x7FFF,
            path.reversible() ? "reversible" : "one way");
  }
}
