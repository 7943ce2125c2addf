package io.dateline.it;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Sa;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An application on a channel adapter that asks for paths all the time, of the subnet
 * administration that its port names (MasterSMLID), and keeps what it was told. It notices when an
 * answer for the same pair differs from an earlier one.
 */
final class PathClient implements AutoCloseable {
  private static final int PATIENCE_MS = 20;
  private static final int QUEUE_PAIR = 1;

  /** What a path is to an application. */
  record Path(int dlid, int sl) {}

  private final SimulatedSubnet subnet;
  private final int port;
  private final MadExchange exchange;
  private final int[] lids;
  private final Map<Long, Path> told = new ConcurrentHashMap<>();
  private final List<String> differences = new ArrayList<>();
  private final Thread thread;
  private volatile boolean stopping;
  private volatile int answeredBy; // LID of the master that gave the last answer
  private volatile long answeredAtNs;
  private final AtomicLong answers = new AtomicLong();

  /** Begins to ask from a channel adapter's port that nobody else is attached to. */
  PathClient(SimulatedSubnet subnet, int port) {
    this.subnet = subnet;
    this.port = port;
    exchange = Transactor.open(subnet.simulator().attach(port), ExchangeSettings.DEFAULT);
    lids = subnet.lids().values().stream().mapToInt(Integer::intValue).sorted().toArray();
    thread = new Thread(this::askOn, "path-client");
    thread.start();
  }

  private void askOn() {
    for (int number = 0; !stopping; number++) {
      ask(number);
    }
  }

  private void ask(int number) {
    int source = subnet.simulator().call(simulated -> simulated.lid(port));
    int master = subnet.simulator().call(simulated -> simulated.portInfo(port).masterSmLid());
    int target = lids[number % lids.length];
    CompletableFuture<MadOutcome> outcome = new CompletableFuture<>();
    long mask = PathRecord.SLID.mask() | PathRecord.DLID.mask();
    Mad question =
        Sa.request(
            Mad.GET,
            AttributeId.PATH_RECORD,
            0,
            mask,
            0,
            new PathRecord().slid(source).dlid(target).bytes());
    exchange.request(
        new MadRequest(
            new MadPacket(question, QUEUE_PAIR, master, QUEUE_PAIR, 0), master, PATIENCE_MS, 0),
        outcome::complete);
    if (outcome.join() instanceof MadOutcome.Answered answered) {
      note(source, target, PathRecord.of(Sa.data(answered.reply())), master);
    }
  }

  private void note(int source, int target, PathRecord record, int master) {
    Path path = new Path(record.dlid(), record.sl());
    Path before = told.putIfAbsent((long) source << 16 | target, path);
    if (before != null && !before.equals(path)) {
      synchronized (differences) {
        differences.add("%d -> %d: %s, before %s".formatted(source, target, path, before));
      }
    }
    answeredAtNs = System.nanoTime();
    answeredBy = master;
    answers.incrementAndGet();
  }

  /** LID of the master that gave the last answer, 0 before the first. */
  int answeredBy() {
    return answeredBy;
  }

  /** When the last answer came, {@link System#nanoTime}. */
  long answeredAtNs() {
    return answeredAtNs;
  }

  long answers() {
    return answers.get();
  }

  /**
   * Pairs that have been answered, and with the same path every time if there are no differences.
   */
  int pairs() {
    return told.size();
  }

  List<String> differences() {
    synchronized (differences) {
      return List.copyOf(differences);
    }
  }

  /** A port of a channel adapter: the last one of the fabric. */
  static int lastAdapterPort(Fabric fabric) {
    return fabric.port(fabric.nodeCount() - 1, 1);
  }

  @Override
  public void close() {
    stopping = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }
}
