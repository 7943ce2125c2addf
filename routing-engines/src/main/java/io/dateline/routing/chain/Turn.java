package io.dateline.routing.chain;

import io.dateline.routing.ChainOptions;
import io.dateline.routing.RoutingOutcome;
import java.util.List;
import java.util.Locale;

/**
 * A step that an engine was asked for.
 *
 * @param millis it took, tables of before included
 * @param node that routed it, by the GUID of its port, or {@link #HERE}
 */
record Turn(ChainOptions.Step step, Part part, RoutingOutcome outcome, long millis, String node) {
  static final String HERE = "here";

  private static final String LINE = "%-6s %-12s %-9s %-9s %-10s %-8s %-8s %-8s %s%n";

  /** What steps have come to, one a line, in the order in which they were asked. */
  static String table(List<Turn> turns) {
    StringBuilder text = new StringBuilder();
    text.append(
        LINE.formatted(
            "# step",
            "engine",
            "topology",
            "path-bit",
            "switches",
            "LIDs",
            "ms",
            "outcome",
            "node"));
    for (Turn turn : turns) {
      ChainOptions.Step step = turn.step();
      text.append(
          String.format(
              Locale.ROOT,
              LINE,
              step.id(),
              step.engine(),
              step.topology(),
              step.pathBit(),
              turn.part().fabric().switchCount(),
              turn.part().servedCount(),
              turn.millis(),
              turn.outcome() instanceof RoutingOutcome.Refused ? "refused" : "routed",
              turn.node()));
    }
    return text.toString();
  }
}
