package io.dateline.routing.chain;

import io.dateline.routing.RoutingOutcome;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What steps have come to, one a line, in the order in which they were asked. */
public final class StepTable {
  private static final String LINE = "%-6s %-12s %-9s %-9s %-10s %-8s %-8s %-8s %s%n";
  private static final String ROUTED = "routed";
  private static final int COLUMNS = 9;
  private static final int OUTCOME = 7;

  private StepTable() {}

  static String of(List<Turn> turns) {
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
      text.append(
          String.format(
              Locale.ROOT,
              LINE,
              turn.step().id(),
              turn.step().engine(),
              turn.step().topology(),
              turn.step().pathBit(),
              turn.part().fabric().switchCount(),
              turn.part().servedCount(),
              turn.millis(),
              turn.outcome() instanceof RoutingOutcome.Refused ? "refused" : ROUTED,
              turn.node()));
    }
    return text.toString();
  }

  /** Ids of the steps that have routed; empty where the text is no such table. */
  public static Optional<Set<Long>> routed(String text) {
    Set<Long> ids = new HashSet<>();
    for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length != COLUMNS) {
        return Optional.empty();
      }
      try {
        long id = Long.parseLong(words[0]);
        if (words[OUTCOME].equals(ROUTED)) {
          ids.add(id);
        }
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
    return Optional.of(ids);
  }
}
