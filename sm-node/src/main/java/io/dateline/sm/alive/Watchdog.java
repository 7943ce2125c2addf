package io.dateline.sm.alive;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import io.dateline.sm.alive.SignBook.Finding;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the parts of a node again and again for a sign of life. Where one gives none for too long
 * the node ends, so that another one takes over, and systemd starts it again. It leaves in order if
 * it can; a manager that takes no messages, or fails at each, cannot hand over, and a process that
 * ends at once is noticed by the others at once.
 *
 * <p>It has a thread of its own: what keeps the actors' threads busy for ever does not keep it.
 */
public final class Watchdog {
  /** What a process ends with that was ended by its watchdog; systemd starts it again. */
  public static final int EXIT_CODE = 1;

  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  /** To leave in order; a master waits for its successor for 3 s at most. */
  private static final Duration END_PATIENCE = Duration.ofSeconds(5);

  /** Of the patience, while no thread is free for anything. */
  private static final int STARVED_PATIENCE = 4;

  private final ActorSystem<?> system;
  private final WatchdogSettings settings;
  private final SignBook book;
  private final List<Probe> probes;
  private final ServiceManager serviceManager;
  private final Supplier<Health> health;
  private final IntConsumer halt;
  private volatile boolean isLeaving;
  private volatile boolean isStarved; // no thread was free for a task since the last turn
  private int starvedTurns; // in a row
  private boolean isDoubtful; // and that was told
  private boolean hasFailed; // a turn, and it was told
  private boolean wasReady;
  private String lastStatus = "";

  private Watchdog(
      ActorSystem<?> system,
      WatchdogSettings settings,
      SignBook book,
      List<Probe> probes,
      ServiceManager serviceManager,
      Supplier<Health> health,
      IntConsumer halt) {
    this.system = system;
    this.settings = settings;
    this.book = book;
    this.probes = probes;
    this.serviceManager = serviceManager;
    this.health = health;
    this.halt = halt;
  }

  /**
   * Begins to watch; ends when the node leaves, for whatever reason.
   *
   * @param health of the node, for systemd
   * @param halt ends the process at once, with an exit code
   */
  public static void begin(
      ActorSystem<?> system,
      WatchdogSettings settings,
      SignBook book,
      List<Probe> probes,
      ServiceManager serviceManager,
      Supplier<Health> health,
      IntConsumer halt) {
    Watchdog watchdog = new Watchdog(system, settings, book, probes, serviceManager, health, halt);
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeServiceUnbind(),
            "rest-watchdog",
            () -> {
              watchdog.isLeaving = true;
              serviceManager.tell("STOPPING=1");
              return CompletableFuture.completedFuture(Done.getInstance());
            });
    Thread thread = new Thread(watchdog::run, "watchdog");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!isLeaving) {
        Thread.sleep(settings.interval());
        Optional<Finding> dead = turn();
        if (dead.isPresent() && !isLeaving) {
          end(dead.get());
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * A host that does not even let an empty task run on the actors' threads says nothing about them:
   * such a turn does not count, up to a limit, for all threads may be kept busy for ever.
   */
  private Optional<Finding> turn() {
    if (isStarved && starvedTurns < STARVED_PATIENCE * settings.patienceTurns()) {
      starvedTurns++;
      return Optional.empty();
    }
    starvedTurns = isStarved ? starvedTurns : 0;
    isStarved = true;
    system.executionContext().execute(() -> isStarved = false);
    return askAll();
  }

  private Optional<Finding> askAll() {
    try {
      Set<Part> expected = EnumSet.noneOf(Part.class);
      for (Probe probe : probes) {
        probe.turn();
        if (probe.isExpected()) {
          expected.add(probe.part());
        }
      }
      book.turn(expected);
      for (Probe probe : probes) {
        if (expected.contains(probe.part())) {
          probe.ask(() -> book.answered(probe.part()));
        }
      }
      tellServiceManager();
    } catch (RuntimeException e) {
      if (!hasFailed) {
        hasFailed = true;
        LOG.error("The watchdog met something unexpected; it goes on", e);
      }
    }
    Optional<Finding> doubt = book.overdue(settings.doubtTurns());
    if (doubt.isPresent() && !isDoubtful) {
      LOG.warn("{}", doubt.get().sentence(settings.interval()));
    } else if (doubt.isEmpty() && isDoubtful) {
      LOG.info("All parts of this node answer again");
    }
    isDoubtful = doubt.isPresent();
    return book.lost(settings.patienceTurns());
  }

  /** It kills what does not feed it: so it is fed only while nothing here is overdue. */
  private void tellServiceManager() {
    Health now = health.get();
    if (now.isAlive()) {
      serviceManager.tell("WATCHDOG=1");
    }
    if (now.isReady() && !wasReady) {
      wasReady = true;
      book.ready();
      serviceManager.tell("READY=1");
    }
    String status = now.isReady() ? "ready" : "not ready: " + now.reason();
    if (!status.equals(lastStatus)) {
      lastStatus = status;
      serviceManager.tell("STATUS=" + status);
    }
  }

  private void end(Finding dead) throws InterruptedException {
    String sentence = dead.sentence(settings.interval());
    LOG.error("This node ends, so that it begins anew and another one takes over: {}", sentence);
    boolean canLeave = dead.part() != Part.MANAGER || dead.isStopped();
    if (!canLeave || !leaves(sentence)) {
      halt.accept(EXIT_CODE);
    }
  }

  private boolean leaves(String sentence) throws InterruptedException {
    CoordinatedShutdown.get(system).runAll(new PartDied(sentence));
    try {
      system
          .getWhenTerminated()
          .toCompletableFuture()
          .get(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      LOG.error("This node could not leave in order within {} s", END_PATIENCE.toSeconds());
      return false;
    }
  }
}
