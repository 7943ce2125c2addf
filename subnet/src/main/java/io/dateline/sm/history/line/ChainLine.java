package io.dateline.sm.history.line;

import io.dateline.persistence.event.SubnetEvent.ChainLearnt;
import io.dateline.routing.ChainMemory;
import java.util.stream.Collectors;

/** What a journal's events of a routing chain say. */
final class ChainLine {
  private ChainLine() {}

  /** Of which steps something is new. */
  static String learnt(ChainLearnt learnt) {
    return ChainMemory.read(learnt.changes())
        .map(
            changes ->
                changes.steps().entrySet().stream()
                    .map(step -> words(step.getKey(), step.getValue()))
                    .collect(Collectors.joining(", ", "routing chain: ", "")))
        .orElse("routing chain: what its steps learnt cannot be read");
  }

  private static String words(long id, ChainMemory.Step step) {
    return "step %d (%s) %s"
        .formatted(id, step.engine(), step.isInForce() ? "in force" : "not in force");
  }
}
