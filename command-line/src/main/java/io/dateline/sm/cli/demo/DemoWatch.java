package io.dateline.sm.cli.demo;

import io.dateline.sim.observe.PathClient;
import io.dateline.sim.observe.Reign;
import io.dateline.sim.observe.SubnetImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the nodes of a demo from outside: which processes live, which node answers an
 * application, what is in the hardware. Tells what changes, and starts nodes that ended again.
 */
final class DemoWatch {
  private static final int POLL_MS = 20;
  private static final long READY_POLL_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(15);

  /** What a process had sent before it was seen to have ended has arrived by then. */
  private static final long LAST_WORDS_NS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final DemoSession session;
  private final DemoFabric fabric;
  private final List<DemoNode> nodes;
  private final PathClient application;
  private final String applicationAt;
  private final Optional<Duration> killAfter;
  private final PrintWriter out;
  private final Set<DemoNode> ended = new HashSet<>(); // told, and not started again yet
  private SubnetImage before; // null until every pair has been answered for the first time
  private Reign told = Reign.NONE; // the one that was told last
  private boolean isJudging = true; // pairs are still to be answered by the master of that reign
  private long judgingSinceNs = System.nanoTime();
  private boolean isOrphaned; // the master of that reign has died, no node has answered since
  private long orphanedAtNs;
  private boolean isPrompted;
  private long promptedAtNs;
  private long readyAskedNs;
  private boolean isKilled;
  private boolean isUnchanged = true;

  DemoWatch(
      DemoSession session,
      DemoFabric fabric,
      List<DemoNode> nodes,
      PathClient application,
      String applicationAt,
      Optional<Duration> killAfter,
      PrintWriter out) {
    this.session = session;
    this.fabric = fabric;
    this.nodes = nodes;
    this.application = application;
    this.applicationAt = applicationAt;
    this.killAfter = killAfter;
    this.out = out;
  }

  /**
   * Watches until the demo ends, or, when it is to happen only once, until there is nothing more to
   * wait for.
   *
   * @return whether every failover left LIDs, paths and tables as they were
   */
  boolean run(boolean once) throws IOException, InterruptedException {
    while (true) {
      for (DemoNode node : nodes) {
        lookAtProcess(node);
      }
      lookAtMaster();
      judge();
      if (isOver(once)) {
        return isUnchanged;
      }
      startAgain();
      lookWhoIsReady();
      prompt();
      kill();
      Thread.sleep(POLL_MS);
    }
  }

  private boolean isOver(boolean once) {
    boolean isTold = killAfter.isPresent() ? isKilled && !isJudging && !isOrphaned : isPrompted;
    return session.isEnding() || (once && isTold);
  }

  private void lookAtProcess(DemoNode node) {
    if (node.process().isAlive() || session.isEnding() || !ended.add(node)) {
      return;
    }
    if (node.process().hasFailed() && !node.isReady()) {
      session.keepFolder(true);
      node.process().requireAlive(); // to start it again would not help
    }
    boolean isMaster = node == master(told);
    tell(
        "%s%s, process %d, %s"
            .formatted(
                node.name(),
                isMaster ? " (master)" : "",
                node.process().pid(),
                ending(node.process())));
    if (isMaster) {
      isOrphaned = true;
      orphanedAtNs = System.nanoTime();
    }
    isPrompted = false;
  }

  /** One that ends in order has been voted out, as happens where a machine has too much to do. */
  private static String ending(ChildProcess process) {
    int signal = process.endingSignal();
    return signal == 0
        ? "ended by itself; why is at the end of " + process.log()
        : "died of signal " + signal;
  }

  private void lookAtMaster() {
    Reign reign = application.reign();
    if (reign.number() != told.number()) {
      if (told.number() > 0) {
        tell("%s answers after %s ms".formatted(name(reign), grouped(millis(reign.silenceNs()))));
        isPrompted = false;
      }
      judgeFromNowOn(reign);
    } else if (isOrphaned && reign.lastAnswerNs() - orphanedAtNs > LAST_WORDS_NS) {
      tell("%s answers again".formatted(name(reign)));
      judgeFromNowOn(reign);
    }
  }

  private void judgeFromNowOn(Reign reign) {
    told = reign;
    isOrphaned = false;
    isJudging = true;
    judgingSinceNs = System.nanoTime();
  }

  /** Compares with what was before, once the master has been asked for all pairs. */
  private void judge() {
    if (!isJudging) {
      return;
    }
    Reign reign = application.reign();
    if (reign.number() != told.number() || isOrphaned) {
      return;
    }
    boolean isComplete = reign.pairs() == application.pairsAsked();
    if (!isComplete && System.nanoTime() - judgingSinceNs < PATIENCE_NS) {
      return;
    }
    isJudging = false;
    SubnetImage now = fabric.image();
    if (before != null) {
      tellVerdict(reign, now);
    } else {
      tell(
          "an application at %s was told %s paths"
              .formatted(applicationAt, grouped(reign.pairs())));
    }
    if (!isComplete) {
      isUnchanged = false;
      tell(
          "%s paths were not answered"
              .formatted(grouped(application.pairsAsked() - reign.pairs())));
    }
    before = now;
  }

  private void tellVerdict(Reign reign, SubnetImage now) {
    int lids = now.lidsOtherThan(before);
    int tables = now.tablesOtherThan(before);
    boolean isSame = lids == 0 && tables == 0 && reign.differing() == 0;
    String counts =
        isSame
            ? "%s LIDs, %s paths' SLs, %s switches' tables unchanged"
                .formatted(
                    grouped(now.lids().size()),
                    grouped(reign.pairs()),
                    grouped(now.tables().size()))
            : "CHANGED: %s of %s LIDs, %s of %s paths, %s of %s switches' tables"
                .formatted(
                    grouped(lids),
                    grouped(now.lids().size()),
                    grouped(reign.differing()),
                    grouped(reign.pairs()),
                    grouped(tables),
                    grouped(now.tables().size()));
    tell(
        "%s; %s blocks were sent".formatted(counts, grouped(now.blocksSet() - before.blocksSet())));
    isUnchanged &= isSame;
  }

  /** Not while the others take over: a process that starts would take the time they need. */
  private void startAgain() throws IOException {
    boolean isGivenUp = isOrphaned && System.nanoTime() - orphanedAtNs > PATIENCE_NS;
    if (ended.isEmpty() || session.isEnding() || ((isOrphaned || isJudging) && !isGivenUp)) {
      return;
    }
    if (isGivenUp) {
      tell("nobody answers; the logs are in %s".formatted(session.folder()));
      session.keepFolder(true);
    }
    for (DemoNode node : nodes) {
      if (ended.remove(node)) {
        try {
          node.start(session);
        } catch (IOException e) {
          if (session.isEnding()) {
            return;
          }
          throw e;
        }
        tell("%s is started again: process %d".formatted(node.name(), node.process().pid()));
      }
    }
  }

  private void lookWhoIsReady() throws InterruptedException {
    if (System.nanoTime() - readyAskedNs < READY_POLL_NS) {
      return;
    }
    for (DemoNode node : nodes) {
      if (node.becomesReady() && node != master(application.reign())) {
        tell("%s stands by".formatted(node.name()));
      }
    }
    readyAskedNs = System.nanoTime();
  }

  private void prompt() {
    DemoNode master = master(told);
    boolean isCalm = ended.isEmpty() && !isJudging && !isOrphaned && master != null;
    if (isPrompted || !isCalm || !nodes.stream().allMatch(DemoNode::isReady)) {
      return;
    }
    isPrompted = true;
    promptedAtNs = System.nanoTime();
    out.printf(
        "%nThe master is %s. Kill it and see:   kill -9 %d%n",
        master.name(), master.process().pid());
    fabric.tellHints(out);
  }

  private void kill() {
    if (isKilled || !isPrompted || killAfter.isEmpty()) {
      return;
    }
    if (System.nanoTime() - promptedAtNs >= killAfter.get().toNanos()) {
      DemoNode master = master(told);
      isKilled = true;
      tell("kill -9 %d (%s)".formatted(master.process().pid(), master.name()));
      master.process().kill();
      isOrphaned = true;
      orphanedAtNs = System.nanoTime();
    }
  }

  /** The node that has answered since a reign began; null if it is none of these. */
  private DemoNode master(Reign reign) {
    for (DemoNode node : nodes) {
      if (reign.masterLid() != 0 && fabric.lid(node.place()) == reign.masterLid()) {
        return node;
      }
    }
    return null;
  }

  private String name(Reign reign) {
    DemoNode master = master(reign);
    return master == null ? "LID " + reign.masterLid() : master.name();
  }

  private static long millis(long ns) {
    return TimeUnit.NANOSECONDS.toMillis(ns);
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private void tell(String line) {
    out.println(LocalTime.now(ZoneId.systemDefault()).format(CLOCK) + " " + line);
    out.flush();
  }
}
