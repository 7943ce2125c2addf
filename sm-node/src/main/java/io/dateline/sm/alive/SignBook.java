package io.dateline.sm.alive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * For how long each part has given no sign of life. Time is counted in turns of the watchdog, not
 * by a clock: a process that was stopped, or a host that slept, took no turns, and nothing in it is
 * late for that. Any thread may use it.
 */
public final class SignBook {
  /**
   * What is wrong with a part.
   *
   * @param turns without a sign
   * @param isStopped whether it was seen to end
   * @param isFailing whether it fails again and again
   */
  public record Finding(Part part, int turns, boolean isStopped, boolean isFailing) {
    /**
     * For the operator.
     *
     * @param turn how long one takes
     */
    public String sentence(Duration turn) {
      if (isFailing) {
        return part.noun() + " fails again and again";
      }
      return isStopped
          ? part.noun() + " has stopped"
          : "%s has not answered for %.1f s"
              .formatted(part.noun(), turns * turn.toMillis() / 1000.0);
    }
  }

  private static final int STOPPED_TURNS = 2; // an end in order is told of by then

  /**
   * Of the patience, until the first answer, and until the node has once been ready: a process that
   * starts has much else to do, and nobody relies on it yet.
   */
  private static final int FIRST_PATIENCE = 10;

  /** A part that fails so often within so many turns begins anew for nothing. */
  private static final int FAILURES_MAX = 3;

  private static final int FAILURE_TURNS = 60;

  private final Map<Part, List<Integer>> failures = new EnumMap<>(Part.class); // by turn
  private int turn;
  private final Map<Part, Integer> turns = new EnumMap<>(Part.class);
  private final Map<Part, Integer> stopped = new EnumMap<>(Part.class);
  private final Set<Part> heard = EnumSet.noneOf(Part.class); // since they began
  private boolean hasBeenReady;

  /** Another turn has gone by. What is not expected to live is forgotten. */
  public synchronized void turn(Set<Part> expected) {
    turn++;
    failures.values().forEach(at -> at.removeIf(then -> turn - then > FAILURE_TURNS));
    turns.keySet().retainAll(expected);
    stopped.keySet().retainAll(expected);
    heard.retainAll(expected);
    for (Part part : expected) {
      turns.merge(part, 1, Integer::sum);
    }
    stopped.replaceAll((part, since) -> since + 1);
  }

  /** A part has given a sign of life. */
  public synchronized void answered(Part part) {
    if (turns.computeIfPresent(part, (same, before) -> 0) != null) {
      heard.add(part);
    }
  }

  /** The node manages the subnet, or could take over, for the first time. */
  public synchronized void ready() {
    hasBeenReady = true;
  }

  /** A part begins, for the first time or again. */
  public synchronized void begun(Part part) {
    turns.remove(part);
    stopped.remove(part);
    heard.remove(part);
  }

  /** A part has failed at a message, and begins anew. */
  public synchronized void failed(Part part) {
    failures.computeIfAbsent(part, none -> new ArrayList<>()).add(turn);
  }

  /** A part has ended. It may be begun again, or be no longer expected. */
  public synchronized void stopped(Part part) {
    stopped.put(part, 0);
  }

  /**
   * What has given no sign for so many turns, has stopped, or fails again and again; of several,
   * the one that has been silent for longest.
   *
   * @param patience of what has answered once; ten times as much until it has
   */
  public synchronized Optional<Finding> overdue(int patience) {
    return overdue(patience, true);
  }

  /** The same, where ten times the patience is for all parts until the node has been ready. */
  public synchronized Optional<Finding> lost(int patience) {
    return overdue(patience, hasBeenReady);
  }

  private Optional<Finding> overdue(int patience, boolean isShort) {
    Finding worst = null;
    for (Map.Entry<Part, Integer> entry : turns.entrySet()) {
      boolean isStopped = stopped.getOrDefault(entry.getKey(), 0) >= STOPPED_TURNS;
      boolean isHeard = isShort && heard.contains(entry.getKey());
      boolean isLate = entry.getValue() >= (isHeard ? patience : FIRST_PATIENCE * patience);
      boolean isFailing = failures.getOrDefault(entry.getKey(), List.of()).size() >= FAILURES_MAX;
      if ((isStopped || isLate || isFailing)
          && (worst == null || entry.getValue() > worst.turns())) {
        worst = new Finding(entry.getKey(), entry.getValue(), isStopped, isFailing);
      }
    }
    return Optional.ofNullable(worst);
  }

  /** Turns without a sign, by the parts that are expected to give them. */
  public synchronized Map<Part, Integer> silence() {
    Map<Part, Integer> copy = new EnumMap<>(Part.class);
    copy.putAll(turns);
    return copy;
  }
}
