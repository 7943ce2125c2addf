package io.dateline.sm.options;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;

/**
 * An engine that was compared with others, by the names that scripts read.
 *
 * @param figures null where it has no routing
 * @param reason why it has none, null where it has one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Contender(String engine, RoutingFigures figures, String reason) {
  public static Contender of(Candidate candidate) {
    return new Contender(
        candidate.engine(),
        candidate.figures().orElse(null),
        candidate.figures().isPresent() ? null : candidate.reason());
  }
}
