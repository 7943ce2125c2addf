package io.dateline.persistence.event;

import io.dateline.fabric.measure.Candidate;
import java.util.List;

/**
 * Engines that were compared.
 *
 * @param generation for which they were: the winner stays for the next ones, 0 where none were
 * @param candidates in the order in which they were asked
 */
public record EngineComparison(long generation, List<Candidate> candidates) {
  /** Where the first engine that routes is taken. */
  public static final EngineComparison NONE = new EngineComparison(0, List.of());

  public EngineComparison {
    candidates = List.copyOf(candidates);
  }

  /** The engines. */
  public List<String> engines() {
    return candidates.stream().map(Candidate::engine).toList();
  }
}
