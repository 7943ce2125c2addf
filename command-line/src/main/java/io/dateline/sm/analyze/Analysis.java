package io.dateline.sm.analyze;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.measure.BisectionBandwidth;
import io.dateline.fabric.measure.BisectionTraffic;
import io.dateline.fabric.measure.PatternLoads;
import io.dateline.fabric.measure.RandomBisections;
import io.dateline.fabric.measure.ShiftLoads;
import io.dateline.fabric.measure.ShiftPattern;
import io.dateline.fabric.measure.TrafficPattern;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All that is measured of one routing.
 *
 * @param verdict over the traffic of adapters and routers
 * @param oneWay bisections in which one half sends
 * @param bothWays the same bisections, both halves sending
 * @param pattern of the user's own; empty where there is none
 */
public record Analysis(
    String name,
    Verdict verdict,
    BisectionBandwidth oneWay,
    BisectionBandwidth bothWays,
    ShiftLoads shift,
    Optional<PatternLoads> pattern) {

  /**
   * Measures a routing.
   *
   * @param ranks by rank the port that takes part in the shift, {@link Fabric#NONE} for no port
   * @param pattern of the user's own, if there is one
   * @param progress is told what is being measured
   */
  static Analysis of(
      Fabric fabric,
      NamedRouting named,
      int[] ranks,
      RandomBisections bisections,
      Optional<TrafficPattern> pattern,
      Consumer<String> progress) {
    JudgeOptions options = JudgeOptions.of(Scope.CHANNEL_ADAPTERS);
    int threads = options.threads();
    ForwardingTables tables = named.routing().tables();
    progress.accept(named.name() + ": judging");
    Verdict verdict = Judge.judge(fabric, named.lids(), named.routing(), options);
    progress.accept(named.name() + ": bisections");
    BisectionBandwidth oneWay =
        bisections.measure(fabric, named.lids(), tables, BisectionTraffic.ONE_WAY, threads);
    BisectionBandwidth bothWays =
        bisections.measure(fabric, named.lids(), tables, BisectionTraffic.BOTH_WAYS, threads);
    progress.accept(named.name() + ": shifts");
    ShiftLoads shift = ShiftPattern.measure(fabric, named.lids(), tables, ranks, threads);
    progress.accept(named.name() + ": pattern");
    Optional<PatternLoads> loads =
        pattern.map(flows -> PatternLoads.measure(fabric, named.lids(), named.routing(), flows));
    return new Analysis(named.name(), verdict, oneWay, bothWays, shift, loads);
  }
}
