package io.dateline.sm.analyze;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.measure.BisectionBandwidth;
import io.dateline.fabric.measure.PatternLoads;
import io.dateline.fabric.measure.ShiftLoads;
import io.dateline.routing.RoutingOutcome;
import java.util.LinkedHashMap;
import java.util.Map;

/** A comparison as one object for scripts, by the names that {@code check} has for the same. */
public final class ComparisonJson {
  private ComparisonJson() {}

  /** The object. */
  public static Map<String, Object> of(Comparison comparison, Fabric fabric) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("topology", comparison.topology());
    report.put("switches", comparison.switches());
    report.put("endNodes", comparison.endNodes());
    report.put("bisections", comparison.bisections().count());
    report.put("seed", comparison.bisections().seed());
    report.put("shiftOrder", comparison.shiftOrder());
    comparison.pattern().ifPresent(name -> report.put("pattern", name));
    report.put(
        "routings",
        comparison.analyses().stream().map(analysis -> routing(analysis, fabric)).toList());
    report.put("refused", comparison.refusals().stream().map(ComparisonJson::refusal).toList());
    return report;
  }

  private static Map<String, Object> refusal(RoutingOutcome.Refused refused) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("engine", refused.engine());
    report.put("reason", refused.reason());
    return report;
  }

  /** Of one routing, in an order that stays. */
  static Map<String, Object> routing(Analysis analysis, Fabric fabric) {
    Verdict verdict = analysis.verdict();
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("name", analysis.name());
    report.put("pairs", verdict.delivery().pairs());
    report.put("undelivered", verdict.delivery().undelivered());
    report.put("vls", verdict.vls());
    report.put("deadlockFree", verdict.dependencies().acyclic());
    report.put(
        "cycle",
        verdict.dependencies().cycle().stream().map(lane -> lane.describe(fabric)).toList());
    report.put("hopHistogram", verdict.hops().histogram());
    report.put("hopsMax", verdict.hops().max());
    report.put("hopsMean", verdict.hops().mean());
    report.put("nonMinimal", verdict.hops().nonMinimal());
    report.put("loadMax", verdict.loads().max());
    report.put("loadMean", verdict.loads().mean());
    Map<String, Object> bandwidths = new LinkedHashMap<>();
    bandwidths.put("oneWay", bandwidth(analysis.oneWay()));
    bandwidths.put("bothWays", bandwidth(analysis.bothWays()));
    report.put("effectiveBisectionBandwidth", bandwidths);
    report.put("shift", shift(analysis.shift()));
    analysis.pattern().ifPresent(loads -> report.put("pattern", pattern(loads)));
    return report;
  }

  private static Map<String, Object> bandwidth(BisectionBandwidth measured) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("mean", measured.mean());
    report.put("standardError", measured.standardError());
    report.put("min", measured.min());
    report.put("max", measured.max());
    report.put("undelivered", measured.undelivered());
    return report;
  }

  private static Map<String, Object> pattern(PatternLoads loads) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("flows", loads.flows());
    report.put("undelivered", loads.undelivered());
    report.put("loadMax", loads.max());
    report.put("bandwidth", loads.bandwidth());
    return report;
  }

  private static Map<String, Object> shift(ShiftLoads loads) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("phases", loads.maxByShift().length);
    report.put("loadMax", loads.max());
    report.put("loadMean", loads.mean());
    report.put("congestionFree", loads.congestionFree());
    report.put("undelivered", loads.undelivered());
    return report;
  }
}
