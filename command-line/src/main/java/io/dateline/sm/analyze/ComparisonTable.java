package io.dateline.sm.analyze;

import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.measure.BisectionBandwidth;
import io.dateline.fabric.measure.PatternLoads;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.LongStream;

/** The numbers of a comparison for people: a column for each routing, rows in sections. */
final class ComparisonTable {

  /** Rows that belong together. */
  record Section(String title, List<Row> rows) {}

  /**
   * A row.
   *
   * @param cells one for each routing
   */
  record Row(String label, List<String> cells) {}

  private final Comparison comparison;

  ComparisonTable(Comparison comparison) {
    this.comparison = comparison;
  }

  List<Section> sections() {
    List<Section> sections =
        new ArrayList<>(List.of(delivery(), hops(), channels(), bisection(), shift()));
    comparison.pattern().ifPresent(name -> sections.add(pattern(name)));
    return sections;
  }

  private Section delivery() {
    return new Section(
        "delivery",
        List.of(
            row("pairs", analysis -> number(analysis.verdict().delivery().pairs())),
            row("  not served", analysis -> number(analysis.verdict().delivery().undelivered())),
            row("credit loops", analysis -> creditLoops(analysis.verdict())),
            row("virtual lanes", analysis -> number(analysis.verdict().vls()))));
  }

  private static String creditLoops(Verdict verdict) {
    return verdict.dependencies().acyclic() ? "none" : "possible";
  }

  private Section hops() {
    List<Row> rows = new ArrayList<>();
    rows.add(row("mean", analysis -> decimal(analysis.verdict().hops().mean())));
    rows.add(row("longer than need be", analysis -> nonMinimal(analysis.verdict())));
    int longest = 0;
    for (Analysis analysis : comparison.analyses()) {
      longest = Math.max(longest, analysis.verdict().hops().max());
    }
    for (int length = 0; length <= longest; length++) {
      int hops = length;
      if (comparison.analyses().stream().anyMatch(analysis -> pairs(analysis, hops) > 0)) {
        rows.add(
            row(
                hops + (hops == 1 ? " hop" : " hops"),
                analysis -> share(pairs(analysis, hops), delivered(analysis.verdict()))));
      }
    }
    return new Section("hops of a pair", rows);
  }

  private static String nonMinimal(Verdict verdict) {
    return share(verdict.hops().nonMinimal(), delivered(verdict));
  }

  /** Delivered pairs whose path has that many hops. */
  static long pairs(Analysis analysis, int hops) {
    long[] histogram = analysis.verdict().hops().histogram();
    return hops < histogram.length ? histogram[hops] : 0;
  }

  /** Delivered pairs. */
  static long delivered(Verdict verdict) {
    return LongStream.of(verdict.hops().histogram()).sum();
  }

  private Section channels() {
    return new Section(
        "paths on a channel between switches",
        List.of(
            row("mean", analysis -> decimal(analysis.verdict().loads().mean())),
            row("most", analysis -> number(analysis.verdict().loads().max()))));
  }

  private Section bisection() {
    List<Row> rows = new ArrayList<>();
    rows.addAll(bandwidth("one way", Analysis::oneWay));
    rows.addAll(bandwidth("both ways", Analysis::bothWays));
    return new Section("effective bisection bandwidth", rows);
  }

  private List<Row> bandwidth(String traffic, Function<Analysis, BisectionBandwidth> measured) {
    return List.of(
        row(
            traffic + ", mean",
            analysis -> {
              BisectionBandwidth bandwidth = measured.apply(analysis);
              return percents(bandwidth.mean(), "±", bandwidth.standardError());
            }),
        row(
            "  worst to best",
            analysis -> {
              BisectionBandwidth bandwidth = measured.apply(analysis);
              return percents(bandwidth.min(), "to", bandwidth.max());
            }));
  }

  private Section shift() {
    return new Section(
        "most flows on a channel in a phase of the shift",
        List.of(
            row("mean", analysis -> decimal(analysis.shift().mean())),
            row("worst phase", analysis -> number(analysis.shift().max())),
            row(
                "phases without congestion",
                analysis ->
                    share(
                        analysis.shift().congestionFree(), analysis.shift().maxByShift().length))));
  }

  private Section pattern(String name) {
    return new Section(
        "pattern " + name,
        List.of(
            row("flows", analysis -> number(loads(analysis).flows())),
            row("  not served", analysis -> number(loads(analysis).undelivered())),
            row("most on a channel", analysis -> decimal(loads(analysis).max())),
            row(
                "bandwidth of a flow, mean",
                analysis ->
                    String.format(Locale.ROOT, "%.1f %%", 100 * loads(analysis).bandwidth()))));
  }

  private static PatternLoads loads(Analysis analysis) {
    return analysis.pattern().orElseThrow();
  }

  private Row row(String label, Function<Analysis, String> cell) {
    return new Row(label, comparison.analyses().stream().map(cell).toList());
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%,.2f", value);
  }

  private static String percents(double first, String between, double second) {
    return String.format(Locale.ROOT, "%.1f %s %.1f %%", 100 * first, between, 100 * second);
  }

  private static String share(long part, long whole) {
    return part == 0 ? "0" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }
}
