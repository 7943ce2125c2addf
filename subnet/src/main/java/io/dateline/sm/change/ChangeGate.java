package io.dateline.sm.change;

import io.dateline.sm.fair.FairQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where requests wait for the subnet manager: those that come while one write of the journal is
 * under way are all in the next, ports in turn. Every request gets one answer: while the gate is
 * closed, for the journal cannot be written to, and when too many wait, it is {@link
 * ChangeAnswer.Busy}.
 *
 * <p>Offers come from any thread, answers are given on any; the other methods are called by the
 * manager.
 */
public final class ChangeGate {
  /** Requests that may wait: one of every end port of the largest subnet. */
  static final int WAITING_MAX = 1 << 16;

  /** Requests of one write. */
  static final int TAKEN_MAX = 1 << 12;

  /** A gate that no request comes to. */
  public static final ChangeGate CLOSED = new ChangeGate(() -> {});

  /** A request, and the caller that waits for what becomes of it; telling it takes no time. */
  public record Waiting(ChangeRequest request, Consumer<ChangeAnswer> answer) {}

  private final Runnable manager;
  private final FairQueue<Waiting> waiting = new FairQueue<>(WAITING_MAX, WAITING_MAX);
  private List<Waiting> taken = new ArrayList<>();
  private boolean isOpen;
  private boolean isTold; // the manager will come

  /**
   * A closed gate.
   *
   * @param manager tells the manager to come; called once until it has come
   */
  public ChangeGate(Runnable manager) {
    this.manager = manager;
  }

  public void offer(Waiting asked) {
    Optional<Waiting> refused;
    boolean isFirst;
    synchronized (this) {
      refused = isOpen ? waiting.offer(asked.request().requesterGuid(), asked) : Optional.of(asked);
      isFirst = waiting.size() > 0 && !isTold;
      isTold |= isFirst;
    }
    refused.ifPresent(one -> one.answer().accept(new ChangeAnswer.Busy()));
    if (isFirst) {
      manager.run();
    }
  }

  public synchronized void open() {
    isOpen = true;
  }

  /** What waits, up to {@link #TAKEN_MAX}; {@link #answered} or {@link #close} has to follow. */
  public synchronized List<Waiting> take() {
    List<Waiting> first = new ArrayList<>();
    while (first.size() < TAKEN_MAX && waiting.size() > 0) {
      waiting.take().ifPresent(first::add);
    }
    taken = List.copyOf(first);
    isTold = false;
    return taken;
  }

  /** Those that were taken have their answers; the manager is told of the ones that came since. */
  public void answered() {
    boolean comesAgain;
    synchronized (this) {
      taken = List.of();
      comesAgain = waiting.size() > 0 && !isTold;
      isTold |= comesAgain;
    }
    if (comesAgain) {
      manager.run();
    }
  }

  /** A port that waits, or was taken and has no answer yet, is told to ask again. */
  public void close() {
    List<Waiting> refused;
    synchronized (this) {
      isOpen = false;
      isTold = false;
      refused = new ArrayList<>(taken);
      while (waiting.size() > 0) {
        waiting.take().ifPresent(refused::add);
      }
      taken = List.of();
    }
    refused.forEach(asked -> asked.answer().accept(new ChangeAnswer.Busy()));
  }
}
