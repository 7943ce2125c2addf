package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.measure.BisectionTraffic;
import io.dateline.fabric.measure.RandomBisections;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Effective bisection bandwidth and run time of every engine on real clusters and on models of
 * them: two pictures, and the same as a table. The figure is that of J. Domke, T. Hoefler and W. E.
 * Nagel, "Deadlock-Free Oblivious Routing for Arbitrary Topologies", IPDPS 2011, section on real
 * topologies, with more engines. Arguments: the folder for the pictures, how many bisections (seed
 * 1, one half sending), engines separated by commas, then topologies as {@code Name=file} or {@code
 * Name=generator}. An engine that refuses has no bar. Times are the middle of three in a JVM that
 * has routed the fabric three times before, and the first one of what takes more than three
 * seconds.
 */
public final class ClusterFigure {
  private static final int WIDTH = 1_100;
  private static final int HEIGHT = 360;
  private static final int ROUNDS = 3;

  /** What takes so long is routed once. */
  private static final double LONG_MILLIS = 3_000;

  /** Where bars of the logarithmic picture begin. */
  private static final double LEAST_MILLIS = 0.1;

  private record Bar(double bandwidth, double millis, int lanes) {}

  private ClusterFigure() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    RandomBisections bisections = new RandomBisections(Integer.parseInt(arguments[1]), 1);
    List<String> engines = List.of(arguments[2].split(","));
    Map<String, Map<String, Bar>> bars = new LinkedHashMap<>(); // by cluster, then by engine
    for (String argument : Arrays.asList(arguments).subList(3, arguments.length)) {
      String[] named = argument.split("=", 2);
      Fabric fabric = Benched.fabric(named[1]);
      Map<String, Bar> byEngine = new LinkedHashMap<>();
      bars.put(named[0], byEngine);
      for (String engine : engines) {
        measure(Engines.named(engine).orElseThrow(), fabric, bisections, byEngine);
      }
      print(named[0], engines, byEngine);
    }
    draw(folder.resolve("clusters-bandwidth.png"), bandwidths(engines, bars));
    draw(folder.resolve("clusters-time.png"), times(engines, bars));
  }

  private static void measure(
      RoutingEngine engine, Fabric fabric, RandomBisections bisections, Map<String, Bar> bars) {
    LidMap lids = Benched.firstLids(fabric).lids();
    RoutingOptions options = RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(0, false));
    RoutingRequest request = new RoutingRequest(fabric, lids, options, null);
    List<Double> millis = new ArrayList<>();
    RoutingOutcome outcome;
    do {
      long began = System.nanoTime();
      outcome = engine.route(request);
      millis.add((System.nanoTime() - began) / 1e6);
      if (!(outcome instanceof RoutingOutcome.Routed)) {
        return;
      }
    } while (millis.size() < 2 * ROUNDS && millis.getFirst() < LONG_MILLIS);
    List<Double> last =
        millis.subList(Math.max(0, millis.size() - ROUNDS), millis.size()).stream()
            .sorted()
            .toList();
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) outcome;
    double bandwidth =
        bisections
            .measure(
                fabric,
                lids,
                routed.routing().tables(),
                BisectionTraffic.ONE_WAY,
                Runtime.getRuntime().availableProcessors())
            .mean();
    bars.put(
        engine.name(), new Bar(bandwidth, last.get(last.size() / 2), routed.routing().vlCount()));
  }

  /** A row of a table: bandwidth, time and lanes of each engine. */
  private static void print(String cluster, List<String> engines, Map<String, Bar> bars) {
    StringBuilder row = new StringBuilder("| " + cluster);
    for (String engine : engines) {
      Bar bar = bars.get(engine);
      row.append(
          bar == null
              ? " | refused"
              : " | %.3f, %.1f ms%s"
                  .formatted(
                      bar.bandwidth, bar.millis, bar.lanes > 1 ? ", " + bar.lanes + " VLs" : ""));
    }
    System.out.println(row.append(" |"));
  }

  private static CategoryChart bandwidths(
      List<String> engines, Map<String, Map<String, Bar>> bars) {
    CategoryChart chart = chart("effective bisection bandwidth");
    chart.getStyler().setYAxisMin(0.0);
    addBars(chart, engines, bars, bar -> bar == null ? 0.0 : bar.bandwidth);
    return chart;
  }

  private static CategoryChart times(List<String> engines, Map<String, Map<String, Bar>> bars) {
    CategoryChart chart = chart("engine, ms");
    chart.getStyler().setYAxisLogarithmic(true).setYAxisMin(LEAST_MILLIS);
    addBars(
        chart,
        engines,
        bars,
        bar -> bar == null ? LEAST_MILLIS : Math.max(LEAST_MILLIS, bar.millis));
    return chart;
  }

  /**
   * A series for each engine.
   *
   * @param height of a bar; of null where the engine refuses
   */
  private static void addBars(
      CategoryChart chart,
      List<String> engines,
      Map<String, Map<String, Bar>> bars,
      Function<Bar, Double> height) {
    for (String engine : engines) {
      List<Double> heights = new ArrayList<>();
      bars.values().forEach(byEngine -> heights.add(height.apply(byEngine.get(engine))));
      chart.addSeries(engine, new ArrayList<>(bars.keySet()), heights);
    }
  }

  private static CategoryChart chart(String what) {
    CategoryChart chart =
        new CategoryChartBuilder().width(WIDTH).height(HEIGHT).yAxisTitle(what).build();
    chart
        .getStyler()
        .setAvailableSpaceFill(0.85)
        .setPlotGridVerticalLinesVisible(false)
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setLegendPosition(LegendPosition.OutsideE)
        .setLegendBorderColor(Color.WHITE)
        .setLocale(Locale.ROOT);
    return chart;
  }

  private static void draw(Path file, CategoryChart chart) throws IOException {
    Files.write(file, ChartEncoder.getBytes(chart, "png"));
  }
}
