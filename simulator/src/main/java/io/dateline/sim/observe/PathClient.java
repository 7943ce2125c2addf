package io.dateline.sim.observe;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.Simulator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An application on a channel adapter that asks for paths all the time, of the subnet
 * administration that its port names (MasterSMLID), and keeps what it was told. It notices when
 * another master answers, and when an answer for the same pair differs from an earlier one.
 *
 * <p>A master is asked for every pair as fast as it answers, then for one after the other.
 */
public final class PathClient implements AutoCloseable {
  private static final int PATIENCE_MS = 20;
  private static final int PAUSE_MS = 2;
  private static final int WINDOW = 16;
  private static final int QUEUE_PAIR = 1;
  private static final int EXAMPLES_MAX = 100;

  /** What a path is to an application. */
  private record Path(int dlid, int sl) {}

  private record Told(int pair, MadOutcome outcome, long atNs) {}

  private final Simulator simulator;
  private final int port;
  private final MadExchange exchange;
  private final int[] sources;
  private final int[] lids;
  private final Map<Integer, Gid> gids; // by LID; none where ends are named by LIDs
  private final Thread thread;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final List<String> differences = new ArrayList<>(); // guarded by itself
  private volatile Reign reign = Reign.NONE;
  private final AtomicInteger pairs = new AtomicInteger();
  private final AtomicLong answers = new AtomicLong();

  // Of the client's thread, by pair: the last answer, and the reign it was given in.
  private final Path[] told;
  private final int[] toldIn;

  /**
   * Begins to ask for the paths from a channel adapter's port, that no other client is attached to,
   * to all LIDs that there are now.
   */
  public PathClient(Simulator simulator, int port) {
    this(simulator, port, new int[] {simulator.call(simulated -> simulated.lid(port))});
  }

  /** As the other, but ends are named by GIDs, as applications of RDMA name them. */
  public static PathClient byGids(Simulator simulator, int port) {
    Map<Integer, Gid> gids = new HashMap<>();
    simulator
        .call(SubnetImage::of)
        .lids()
        .forEach((guid, lid) -> gids.put(lid, new Gid(Gid.DEFAULT_PREFIX, guid)));
    int own = simulator.call(simulated -> simulated.lid(port));
    return new PathClient(simulator, port, new int[] {own}, gids);
  }

  /** As the other, for the paths from all these LIDs. */
  public PathClient(Simulator simulator, int port, int[] sources) {
    this(simulator, port, sources, Map.of());
  }

  private PathClient(Simulator simulator, int port, int[] sources, Map<Integer, Gid> gids) {
    this.simulator = simulator;
    this.port = port;
    this.gids = gids;
    this.sources = sources.clone();
    lids =
        simulator.call(SubnetImage::of).lids().values().stream()
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
    told = new Path[Math.multiplyExact(sources.length, lids.length)];
    toldIn = new int[told.length];
    exchange = Transactor.open(simulator.attach(port), ExchangeSettings.DEFAULT);
    thread = Thread.ofPlatform().name("path-client").daemon().start(this::askOn);
  }

  private void askOn() {
    int pair = 0;
    try {
      do {
        boolean hasAll = reign.pairs() == told.length;
        int master = simulator.call(simulated -> simulated.portInfo(port).masterSmLid());
        List<CompletableFuture<Told>> asked = new ArrayList<>();
        for (int looked = 0;
            looked < told.length && asked.size() < (hasAll ? 1 : WINDOW);
            looked++) {
          if (hasAll || toldIn[pair] != reign.number() || reign.number() == 0) {
            asked.add(ask(pair, master));
          }
          pair = (pair + 1) % told.length;
        }
        asked.forEach(one -> note(one.join(), master));
        if (hasAll && stopping.await(PAUSE_MS, TimeUnit.MILLISECONDS)) {
          return;
        }
      } while (stopping.getCount() > 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private CompletableFuture<Told> ask(int pair, int master) {
    int source = source(pair);
    int target = target(pair);
    boolean isByGids = gids.containsKey(source) && gids.containsKey(target);
    long mask =
        isByGids
            ? PathRecord.SGID.mask() | PathRecord.DGID.mask()
            : PathRecord.SLID.mask() | PathRecord.DLID.mask();
    PathRecord ends =
        isByGids
            ? new PathRecord().sgid(gids.get(source)).dgid(gids.get(target))
            : new PathRecord().slid(source).dlid(target);
    Mad question = Sa.request(Mad.GET, AttributeId.PATH_RECORD, 0, mask, 0, ends.bytes());
    CompletableFuture<Told> answer = new CompletableFuture<>();
    exchange.request(
        new MadRequest(
            new MadPacket(question, QUEUE_PAIR, master, QUEUE_PAIR, 0), master, PATIENCE_MS, 0),
        outcome -> answer.complete(new Told(pair, outcome, System.nanoTime())));
    return answer;
  }

  private int source(int pair) {
    return sources[pair / lids.length];
  }

  private int target(int pair) {
    return lids[pair % lids.length];
  }

  private void note(Told one, int master) {
    if (!(one.outcome() instanceof MadOutcome.Answered answered)) {
      return;
    }
    PathRecord record = PathRecord.of(Sa.data(answered.reply()));
    int pair = one.pair();
    Path path = new Path(record.dlid(), record.sl());
    Path before = told[pair];
    boolean differs = before == null ? path.dlid() != target(pair) : !before.equals(path);
    if (differs) {
      keep("%d -> %d: %s, before %s".formatted(source(pair), target(pair), path, before));
    }
    Reign now = reign.masterLid() == master ? reign : reign.next(master, one.atNs());
    boolean isNewPair = toldIn[pair] != now.number();
    if (before == null) {
      pairs.incrementAndGet();
    }
    told[pair] = path;
    toldIn[pair] = now.number();
    reign = now.answered(one.atNs(), isNewPair, differs);
    answers.incrementAndGet();
  }

  private void keep(String difference) {
    synchronized (differences) {
      if (differences.size() < EXAMPLES_MAX) {
        differences.add(difference);
      }
    }
  }

  /** Which node answers now, and what it said. */
  public Reign reign() {
    return reign;
  }

  /** LID of the master that gave the last answer, 0 before the first. */
  public int answeredBy() {
    return reign.masterLid();
  }

  /** When the last answer came, {@link System#nanoTime}. */
  public long answeredAtNs() {
    return reign.lastAnswerNs();
  }

  /** Right answers so far, for whichever pairs. */
  public long answers() {
    return answers.get();
  }

  /** Pairs that are asked for. */
  public int pairsAsked() {
    return told.length;
  }

  /**
   * Pairs that have been answered, and with the same path every time if there are no differences.
   */
  public int pairs() {
    return pairs.get();
  }

  /** The first answers that differ from the one before, or are for another LID. */
  public List<String> differences() {
    synchronized (differences) {
      return List.copyOf(differences);
    }
  }

  /** A port of a channel adapter: the last one of the fabric. */
  public static int lastAdapterPort(Fabric fabric) {
    return fabric.port(fabric.nodeCount() - 1, 1);
  }

  @Override
  public void close() {
    stopping.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }
}
