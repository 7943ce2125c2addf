package io.dateline.sm.analyze;

import io.dateline.fabric.judge.ChannelLoads;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The plots of a comparison as SVG. The page's table is their legend. */
final class ComparisonPlots {
  private static final int WIDTH = 560;
  private static final int HEIGHT = 320;
  private static final float LINE_WIDTH = 1.5f;
  private static final Color GRID = new Color(0xE4E7EB);
  private static final Color LABELS = new Color(0x52606D);
  private static final Color TITLES = new Color(0x323F4B);

  private final List<Analysis> analyses;

  ComparisonPlots(Comparison comparison) {
    analyses = comparison.analyses();
  }

  /** Bars: share of pairs by hops. */
  byte[] hops() throws IOException {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle("hops")
            .yAxisTitle("% of pairs")
            .build();
    style(chart.getStyler());
    chart.getStyler().setAvailableSpaceFill(0.8);
    List<Integer> lengths = IntStream.rangeClosed(shortest(), longest()).boxed().toList();
    for (Analysis analysis : analyses) {
      double delivered = Math.max(1, ComparisonTable.delivered(analysis.verdict()));
      chart.addSeries(
          analysis.name(),
          lengths,
          lengths.stream()
              .map(hops -> 100 * ComparisonTable.pairs(analysis, hops) / delivered)
              .toList());
    }
    return svg(chart);
  }

  private int shortest() {
    int hops = 0;
    while (hops < longest() && !anyPairs(hops)) {
      hops++;
    }
    return hops;
  }

  private boolean anyPairs(int hops) {
    return analyses.stream().anyMatch(analysis -> ComparisonTable.pairs(analysis, hops) > 0);
  }

  private int longest() {
    return analyses.stream().mapToInt(analysis -> analysis.verdict().hops().max()).max().orElse(0);
  }

  /** Steps: paths on the channels between switches, the busiest first. */
  byte[] loads() throws IOException {
    return steps(
        "% of channels, the busiest first", "paths", analysis -> loads(analysis.verdict().loads()));
  }

  /** One value a channel that is up; those that carry nothing are not told from other ports. */
  private static long[] loads(ChannelLoads loads) {
    long[] carrying = Arrays.stream(loads.paths()).filter(paths -> paths > 0).toArray();
    return Arrays.copyOf(carrying, loads.channels());
  }

  /** Steps: the most flows on a channel in the phases of the shift, the worst first. */
  byte[] shifts() throws IOException {
    return steps(
        "% of phases, the worst first",
        "flows on a channel",
        analysis -> Arrays.stream(analysis.shift().maxByShift()).asLongStream().toArray());
  }

  private byte[] steps(String xTitle, String yTitle, Function<Analysis, long[]> values)
      throws IOException {
    XYChart chart = lines(xTitle, yTitle);
    for (Analysis analysis : analyses) {
      StepCurve curve = StepCurve.descending(values.apply(analysis));
      line(chart, analysis.name(), curve.x(), curve.y())
          .setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Step);
    }
    return svg(chart);
  }

  /** Lines: how many bisections have which bandwidth, one half sending. */
  byte[] bisections() throws IOException {
    List<double[]> bandwidths = new ArrayList<>();
    for (Analysis analysis : analyses) {
      bandwidths.add(analysis.oneWay().byBisection());
    }
    Bins bins = Bins.around(bandwidths.stream().flatMapToDouble(DoubleStream::of).toArray());
    XYChart chart = lines("bandwidth of a flow, % of a channel's", "% of bisections");
    // Without ends XChart labels every bin.
    chart.getStyler().setXAxisMin(100 * bins.axisMin()).setXAxisMax(100 * bins.axisMax());
    for (int i = 0; i < analyses.size(); i++) {
      double[] x = DoubleStream.of(bins.centres()).map(centre -> 100 * centre).toArray();
      double[] y = DoubleStream.of(bins.shares(bandwidths.get(i))).map(s -> 100 * s).toArray();
      line(chart, analyses.get(i).name(), x, y);
    }
    return svg(chart);
  }

  private XYChart lines(String xTitle, String yTitle) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    style(chart.getStyler());
    return chart;
  }

  private XYSeries line(XYChart chart, String name, double[] x, double[] y) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setMarker(SeriesMarkers.NONE);
    // The first line is the broadest: those that lie on top of it leave its edges to be seen.
    int later = analyses.size() - chart.getSeriesCollection().size();
    float width = LINE_WIDTH + LINE_WIDTH * Math.min(later, 3);
    series.setLineStyle(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    return series;
  }

  private void style(AxesChartStyler styler) {
    styler
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setLegendVisible(false)
        .setChartTitleVisible(false)
        .setChartPadding(4)
        .setLocale(Locale.ROOT)
        .setSeriesColors(
            IntStream.range(0, analyses.size()).mapToObj(Palette::color).toArray(Color[]::new));
    styler
        .setYAxisMin(0.0)
        .setPlotMargin(0)
        .setPlotGridVerticalLinesVisible(false)
        .setPlotGridLinesColor(GRID)
        .setPlotGridLinesStroke(new BasicStroke(1))
        .setAxisTicksMarksVisible(false)
        .setAxisTicksLineVisible(false)
        .setXAxisTickMarkSpacingHint(64)
        .setAxisTickLabelsColor(LABELS)
        .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11))
        .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
        .setXAxisTitleColor(TITLES)
        .setYAxisTitleColor(TITLES);
  }

  private static byte[] svg(IChart chart) throws IOException {
    return ChartEncoder.getBytes(chart, "svg");
  }
}
