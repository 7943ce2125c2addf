package io.dateline.it.bench;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.PortInfoRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Asks subnet administration the same kind of question again and again, a window of them at a time,
 * and counts.
 */
final class SaLoad {
  private static final int PATIENCE_MS = 1_000;
  private static final int QUEUE_PAIR = 1;

  private final MadExchange exchange;
  private final int masterLid;
  private final int lids;

  /** What came of one kind of question. */
  record Result(String kind, int asked, int answered, double perSecond) {
    @Override
    public String toString() {
      return "%s: %d asked, %d answered, %.0f/s".formatted(kind, asked, answered, perSecond);
    }
  }

  /**
   * @param masterLid where subnet administration is
   * @param lids questions are about LID 1 to this one, all of which are base LIDs
   */
  SaLoad(MadExchange exchange, int masterLid, int lids) {
    this.exchange = exchange;
    this.masterLid = masterLid;
    this.lids = lids;
  }

  /** Paths between pairs of LIDs, all different until there are no more. */
  Result paths(int questions, int window) throws InterruptedException {
    long mask = PathRecord.SLID.mask() | PathRecord.DLID.mask();
    return run(
        "Get(PathRecord)",
        questions,
        window,
        number ->
            question(
                AttributeId.PATH_RECORD,
                mask,
                new PathRecord()
                    .slid(1 + number % lids)
                    .dlid(1 + (int) ((number * 7_919L + number / lids) % lids))
                    .bytes()));
  }

  /** Every port in turn. */
  Result ports(int questions, int window) throws InterruptedException {
    long mask = PortInfoRecord.ENDPORT_LID.mask() | PortInfoRecord.PORT_NUM.mask();
    return run(
        "Get(PortInfoRecord)",
        questions,
        window,
        number ->
            question(
                AttributeId.PORT_INFO_RECORD,
                mask,
                new PortInfoRecord().endportLid(1 + number % lids).portNum(1).bytes()));
  }

  private Mad question(int attribute, long mask, byte[] record) {
    return Sa.request(Mad.GET, attribute, 0, mask, 0, record);
  }

  private Result run(String kind, int questions, int window, IntFunction<Mad> question)
      throws InterruptedException {
    AtomicInteger next = new AtomicInteger(Math.min(window, questions));
    AtomicInteger answered = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(questions);
    long beganNs = System.nanoTime();
    for (int number = 0; number < Math.min(window, questions); number++) {
      ask(number, questions, question, next, answered, ended);
    }
    ended.await();
    double seconds = (System.nanoTime() - beganNs) / 1e9;
    return new Result(kind, questions, answered.get(), answered.get() / seconds);
  }

  private void ask(
      int number,
      int questions,
      IntFunction<Mad> question,
      AtomicInteger next,
      AtomicInteger answered,
      CountDownLatch ended) {
    MadPacket packet = new MadPacket(question.apply(number), QUEUE_PAIR, masterLid, QUEUE_PAIR, 0);
    exchange.request(
        new MadRequest(packet, masterLid, PATIENCE_MS, 3),
        outcome -> {
          if (outcome instanceof MadOutcome.Answered) {
            answered.incrementAndGet();
          }
          int following = next.getAndIncrement();
          if (following < questions) {
            ask(following, questions, question, next, answered, ended);
          }
          ended.countDown();
        });
  }
}
