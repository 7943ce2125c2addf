package io.dateline.sm.analyze;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.measure.BisectionBandwidth;
import io.dateline.fabric.measure.RandomBisections;
import io.dateline.fabric.measure.ShiftLoads;
import io.dateline.fabric.measure.ShiftPattern;
import io.dateline.fabric.measure.Traffic;
import java.util.function.Consumer;

/**
 * All that is measured of one routing.
 *
 * @param verdict over the traffic of adapters and routers
 * @param oneWay bisections in which one half sends
 * @param bothWays the same bisections, both halves sending
 */
public record Analysis(
    String name,
    Verdict verdict,
    BisectionBandwidth oneWay,
    BisectionBandwidth bothWays,
    ShiftLoads shift) {

  /**
   * Measures a routing.
   *
   * @param ranks by rank the port that takes part in the shift, {@link Fabric#NONE} for nobody
   * @param progress is told what is being measured
   */
  static Analysis of(
      Fabric fabric,
      NamedRouting named,
      int[] ranks,
      RandomBisections bisections,
      Consumer<String> progress) {
    JudgeOptions options = JudgeOptions.of(Scope.CHANNEL_ADAPTERS);
    int threads = options.threads();
    ForwardingTables tables = named.routing().tables();
    progress.accept(named.name() + ": judging");
    Verdict verdict = Judge.judge(fabric, named.lids(), named.routing(), options);
    progress.accept(named.name() + ": bisections");
    BisectionBandwidth oneWay =
        bisections.measure(fabric, named.lids(), tables, Traffic.ONE_WAY, threads);
    BisectionBandwidth bothWays =
        bisections.measure(fabric, named.lids(), tables, Traffic.BOTH_WAYS, threads);
    progress.accept(named.name() + ": shifts");
    ShiftLoads shift = ShiftPattern.measure(fabric, named.lids(), tables, ranks, threads);
    return new Analysis(named.name(), verdict, oneWay, bothWays, shift);
  }
}
