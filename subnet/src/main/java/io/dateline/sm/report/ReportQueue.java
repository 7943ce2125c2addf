package io.dateline.sm.report;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reports that wait: one of each subscriber is on the wire at most, and so many of all. A
 * subscriber that has not answered its last report goes behind those that do, and such ones have
 * half of the places at most: however many are dead, the living ones hear. Has one owner.
 *
 * @param <R> a report
 */
public final class ReportQueue<R> {
  /** Reports on the wire. Sweeps share the port's window with them. */
  static final int OPEN_MAX = 16;

  /** Of these to subscribers that did not answer the last one. */
  static final int SILENT_OPEN_MAX = OPEN_MAX / 2;

  /** Reports of one subscriber that wait; the oldest makes room. */
  static final int WAITING_MAX = 64;

  /** A queue pair of a port that gets reports. */
  public record Subscriber(long portGuid, int queuePair) {}

  /**
   * A report whose turn it is.
   *
   * @param isPatient whether it is worth a second try
   */
  public record Next<R>(Subscriber subscriber, R report, boolean isPatient) {}

  private static final class Line<R> {
    final ArrayDeque<R> waiting = new ArrayDeque<>();
    boolean isOpen; // one is on the wire
    boolean isSilent;
  }

  private final Map<Subscriber, Line<R>> lines = new HashMap<>();

  // Those that have something to send and nothing on the wire, in turn.
  private final ArrayDeque<Subscriber> answering = new ArrayDeque<>();
  private final ArrayDeque<Subscriber> silent = new ArrayDeque<>();
  private int open;
  private int silentOpen;

  /** Takes one more. Returns whether another one of the same subscriber was dropped for it. */
  public boolean offer(Subscriber subscriber, R report) {
    Line<R> line = lines.computeIfAbsent(subscriber, one -> new Line<>());
    boolean isFull = line.waiting.size() >= WAITING_MAX;
    if (isFull) {
      line.waiting.removeFirst();
    }
    line.waiting.addLast(report);
    if (line.waiting.size() == 1 && !line.isOpen) {
      list(subscriber, line);
    }
    return isFull;
  }

  private void list(Subscriber subscriber, Line<R> line) {
    (line.isSilent ? silent : answering).addLast(subscriber);
  }

  /** The next report to send, which is on the wire from now on; {@link #ended} has to follow. */
  public Optional<Next<R>> take() {
    if (open >= OPEN_MAX) {
      return Optional.empty();
    }
    Subscriber subscriber = answering.pollFirst();
    if (subscriber == null && silentOpen < SILENT_OPEN_MAX) {
      subscriber = silent.pollFirst();
    }
    if (subscriber == null) {
      return Optional.empty();
    }
    Line<R> line = lines.get(subscriber);
    line.isOpen = true;
    open++;
    silentOpen += line.isSilent ? 1 : 0;
    return Optional.of(new Next<>(subscriber, line.waiting.removeFirst(), !line.isSilent));
  }

  /** The subscriber's report is not on the wire any more. */
  public void ended(Subscriber subscriber, boolean isAnswered) {
    Line<R> line = lines.get(subscriber);
    open--;
    silentOpen -= line.isSilent ? 1 : 0;
    line.isOpen = false;
    line.isSilent = !isAnswered;
    if (!line.waiting.isEmpty()) {
      list(subscriber, line);
    }
  }

  /** Forgets a subscriber that waits for nothing, and whether it answers. */
  public void forget(Subscriber subscriber) {
    Line<R> line = lines.get(subscriber);
    if (line != null && line.waiting.isEmpty() && !line.isOpen) {
      lines.remove(subscriber);
    }
  }
}
