package io.dateline.it.kit;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.Simulator;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks whichever node the test names for paths, whoever the port says is master. */
public final class PathQuestions implements AutoCloseable {
  private static final int QUEUE_PAIR = 1;
  private static final int PATIENCE_MS = 500;
  private static final int RETRIES = 2;

  private final MadExchange exchange;
  private final int source;

  /** From a channel adapter's port that nobody else is attached to. */
  public PathQuestions(Simulator simulator, int port) {
    source = simulator.call(simulated -> simulated.lid(port));
    exchange = Transactor.open(simulator.attach(port), ExchangeSettings.DEFAULT);
  }

  /** The paths to LIDs, as the subnet administration at a LID answers; those it does. */
  public Map<Integer, PathRecord> askAll(int at, Collection<Integer> lids)
      throws InterruptedException {
    return askAll(at, source, lids);
  }

  /** As the other, from any LID. */
  public Map<Integer, PathRecord> askAll(int at, int from, Collection<Integer> lids)
      throws InterruptedException {
    Map<Integer, PathRecord> answers = new TreeMap<>(); // of the exchange's thread until it is done
    CountDownLatch open = new CountDownLatch(lids.size());
    for (int lid : lids) {
      exchange.request(
          new MadRequest(question(at, from, lid), at, PATIENCE_MS, RETRIES),
          outcome -> {
            if (outcome instanceof MadOutcome.Answered answered) {
              answers.put(lid, PathRecord.of(Sa.data(answered.reply())));
            }
            open.countDown();
          });
    }
    if (!open.await(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException(open.getCount() + " questions have not ended");
    }
    return answers;
  }

  /** Asks the subnet administration at a LID for the path from a LID to another one. */
  public static MadPacket question(int at, int from, int lid) {
    Mad mad =
        Sa.request(
            Mad.GET,
            AttributeId.PATH_RECORD,
            0,
            PathRecord.SLID.mask() | PathRecord.DLID.mask(),
            0,
            new PathRecord().slid(from).dlid(lid).bytes());
    return new MadPacket(mad, QUEUE_PAIR, at, QUEUE_PAIR, 0);
  }

  @Override
  public void close() {
    exchange.close();
  }
}
