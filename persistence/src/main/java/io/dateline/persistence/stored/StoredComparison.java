package io.dateline.persistence.stored;

import io.dateline.fabric.Guid;
import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.EngineComparison.LeftOut;
import io.dateline.persistence.event.EngineComparison.Trial;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A {@link EngineComparison} as text: a line {@code engine = served creditLoopFree bandwidthPercent
 * hopsHundredths busiest} for each that has routed, {@code engine: reason} for the others. Ports of
 * nodes are written as 16 hex digits: lines {@code engine: port} and {@code port: reason}.
 */
final class StoredComparison {
  private static final String FIGURES = " = ";
  private static final String REASON = ": ";

  private StoredComparison() {}

  static String text(EngineComparison comparison) {
    return comparison.candidates().stream()
        .map(StoredComparison::line)
        .collect(Collectors.joining("\n"));
  }

  private static String line(Candidate candidate) {
    return candidate
        .figures()
        .map(
            figures ->
                candidate.engine()
                    + FIGURES
                    + "%d %b %d %d %d"
                        .formatted(
                            figures.served(),
                            figures.creditLoopFree(),
                            figures.bandwidthPercent(),
                            figures.hopsHundredths(),
                            figures.busiest()))
        .orElseGet(() -> candidate.engine() + REASON + Appended.line(candidate.reason()));
  }

  static String elsewhere(EngineComparison comparison) {
    return comparison.elsewhere().stream()
        .map(trial -> trial.engine() + REASON + Guid.hex16(trial.port()))
        .collect(Collectors.joining("\n"));
  }

  static String leftOut(EngineComparison comparison) {
    return comparison.leftOut().stream()
        .map(node -> Guid.hex16(node.port()) + REASON + Appended.line(node.reason()))
        .collect(Collectors.joining("\n"));
  }

  static EngineComparison comparison(
      long generation, String text, String elsewhere, String leftOut) {
    return new EngineComparison(
        generation,
        Appended.lines(text).stream().map(StoredComparison::candidate).toList(),
        Appended.lines(elsewhere).stream().map(StoredComparison::trial).toList(),
        Appended.lines(leftOut).stream().map(StoredComparison::leftOut).toList());
  }

  private static Trial trial(String line) {
    int end = line.lastIndexOf(REASON);
    return new Trial(line.substring(0, end), port(line.substring(end + REASON.length())));
  }

  private static LeftOut leftOut(String line) {
    int end = line.indexOf(REASON);
    return new LeftOut(port(line.substring(0, end)), line.substring(end + REASON.length()));
  }

  private static long port(String hex) {
    return Long.parseUnsignedLong(hex, 16);
  }

  private static Candidate candidate(String line) {
    int reason = line.indexOf(REASON);
    int figures = line.indexOf(FIGURES);
    if (reason < 0 && figures < 0) {
      return Candidate.out(line, "");
    }
    if (figures < 0 || (reason >= 0 && reason < figures)) {
      return Candidate.out(line.substring(0, reason), line.substring(reason + REASON.length()));
    }
    List<String> words = List.of(line.substring(figures + FIGURES.length()).split(" ", -1));
    return Candidate.of(
        line.substring(0, figures),
        new RoutingFigures(
            Long.parseLong(words.get(0)),
            Boolean.parseBoolean(words.get(1)),
            Integer.parseInt(words.get(2)),
            Integer.parseInt(words.get(3)),
            Long.parseLong(words.get(4))));
  }
}
