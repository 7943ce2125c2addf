package io.dateline.sm.group;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Where requests wait for the subnet manager: those that come while one write of the journal is
 * under way are all in the next. Every request gets one answer: while the gate is closed, for
 * nobody can write to the journal, and when too many wait, it is {@link GroupAnswer.Busy}.
 *
 * <p>Offers come from any thread, answers are given on any; the other methods are called by the
 * manager.
 */
public final class GroupGate {
  /** Requests that may wait: one of every end port of the largest subnet. */
  static final int WAITING_MAX = 1 << 16;

  /** Requests of one write. */
  static final int TAKEN_MAX = 1 << 12;

  /** A gate that nobody comes to. */
  public static final GroupGate CLOSED = new GroupGate(() -> {});

  /** A request, and who waits for what becomes of it; telling it takes no time. */
  public record Waiting(GroupRequest request, Consumer<GroupAnswer> answer) {}

  private final Runnable manager;
  private List<Waiting> waiting = new ArrayList<>();
  private List<Waiting> taken = new ArrayList<>();
  private boolean isOpen;
  private boolean isTold; // the manager will come

  /**
   * A closed gate.
   *
   * @param manager tells the manager to come; called once until it has come
   */
  public GroupGate(Runnable manager) {
    this.manager = manager;
  }

  public void offer(Waiting asked) {
    boolean isLetIn;
    boolean isFirst = false;
    synchronized (this) {
      isLetIn = isOpen && waiting.size() < WAITING_MAX;
      if (isLetIn) {
        waiting.add(asked);
        isFirst = !isTold;
        isTold = true;
      }
    }
    if (!isLetIn) {
      asked.answer().accept(new GroupAnswer.Busy());
    } else if (isFirst) {
      manager.run();
    }
  }

  public synchronized void open() {
    isOpen = true;
  }

  /** What waits, up to {@link #TAKEN_MAX}; {@link #answered} or {@link #close} has to follow. */
  public synchronized List<Waiting> take() {
    List<Waiting> first = waiting.subList(0, Math.min(waiting.size(), TAKEN_MAX));
    taken = List.copyOf(first);
    first.clear();
    isTold = false;
    return taken;
  }

  /** Those that were taken have their answers; the manager is told of the ones that came since. */
  public void answered() {
    boolean comesAgain;
    synchronized (this) {
      taken = List.of();
      comesAgain = !waiting.isEmpty() && !isTold;
      isTold |= comesAgain;
    }
    if (comesAgain) {
      manager.run();
    }
  }

  /** Whoever waits, or was taken and has no answer yet, is told to ask again. */
  public void close() {
    List<Waiting> refused;
    synchronized (this) {
      isOpen = false;
      isTold = false;
      refused = new ArrayList<>(taken);
      refused.addAll(waiting);
      taken = List.of();
      waiting = new ArrayList<>();
    }
    refused.forEach(asked -> asked.answer().accept(new GroupAnswer.Busy()));
  }
}
