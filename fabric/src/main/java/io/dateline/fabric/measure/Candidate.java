package io.dateline.fabric.measure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An engine that was asked to route a fabric beside others.
 *
 * @param engine by OpenSM's name
 * @param figures of its routing; empty where there is none that may be used
 * @param reason why there is none; empty where there is one
 */
public record Candidate(String engine, Optional<RoutingFigures> figures, String reason) {
  /** One that has routed. */
  public static Candidate of(String engine, RoutingFigures figures) {
    return new Candidate(engine, Optional.of(figures), "");
  }

  /** One that has not, or not so that all pairs are served. */
  public static Candidate out(String engine, String reason) {
    return new Candidate(engine, Optional.empty(), reason);
  }

  /**
   * The one with the best figures by {@link RoutingFigures#RULE}, of equal ones the first; empty
   * where none has routed.
   */
  public static Optional<Candidate> best(List<Candidate> candidates) {
    Comparator<Candidate> rule =
        Comparator.comparing(candidate -> candidate.figures().orElseThrow(), RoutingFigures.RULE);
    return candidates.stream()
        .filter(candidate -> candidate.figures().isPresent())
        .reduce((one, other) -> rule.compare(other, one) > 0 ? other : one);
  }

  /** In words. */
  public String inWords() {
    return engine + ": " + figures.map(RoutingFigures::inWords).orElse(reason);
  }
}
