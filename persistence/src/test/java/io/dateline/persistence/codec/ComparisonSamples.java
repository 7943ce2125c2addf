package io.dateline.persistence.codec;

import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.persistence.event.EngineComparison;
import java.util.List;

/** Comparisons of engines, as {@link Samples} has them. */
final class ComparisonSamples {
  private static final List<Candidate> CANDIDATES =
      List.of(
          Candidate.of("nue", new RoutingFigures(992, true, 41, 287, 63)),
          Candidate.out("lash", "it needs: 9 VLs, there are = 8"));

  /** By the master alone. */
  static final EngineComparison HERE = new EngineComparison(5, CANDIDATES);

  /** With other nodes. */
  static final EngineComparison ELSEWHERE =
      new EngineComparison(
          5,
          CANDIDATES,
          List.of(new EngineComparison.Trial("nue", 0xf452_1403_00ab_cdefL)),
          List.of(new EngineComparison.LeftOut(7, "has said: other tables = 3")));

  private ComparisonSamples() {}
}
