package io.dateline.sm.analyze;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.measure.BisectionBandwidth;
import io.dateline.fabric.measure.PatternLoads;
import io.dateline.fabric.measure.ShiftLoads;
import io.dateline.routing.RoutingOutcome;
import java.util.List;

/**
 * A comparison as one object for scripts, by the names that {@code check} has for the same.
 *
 * @param bisections that were measured
 * @param seed they were drawn from
 * @param pattern what the user's own pattern is called, null where there is none
 * @param refused engines that were to route, too
 */
public record ComparisonReport(
    String topology,
    int switches,
    int endNodes,
    int bisections,
    long seed,
    String shiftOrder,
    @JsonInclude(JsonInclude.Include.NON_NULL) String pattern,
    List<Measured> routings,
    List<Refusal> refused,
    List<String> warnings) {
  /** An engine that did not route. */
  public record Refusal(String engine, String reason) {
    private static Refusal of(RoutingOutcome.Refused refused) {
      return new Refusal(refused.engine(), refused.reason());
    }
  }

  /**
   * What was measured of one routing.
   *
   * @param cycle a credit loop, where one can form
   * @param hopHistogram pairs by the number of their hops
   * @param pattern null where the user gave none
   */
  public record Measured(
      String name,
      long pairs,
      long undelivered,
      int vls,
      boolean deadlockFree,
      List<String> cycle,
      long[] hopHistogram,
      int hopsMax,
      double hopsMean,
      long nonMinimal,
      long loadMax,
      double loadMean,
      Bandwidths effectiveBisectionBandwidth,
      Shift shift,
      @JsonInclude(JsonInclude.Include.NON_NULL) Pattern pattern) {
    static Measured of(Analysis analysis, Fabric fabric) {
      Verdict verdict = analysis.verdict();
      return new Measured(
          analysis.name(),
          verdict.delivery().pairs(),
          verdict.delivery().undelivered(),
          verdict.vls(),
          verdict.dependencies().acyclic(),
          verdict.dependencies().cycle().stream().map(lane -> lane.describe(fabric)).toList(),
          verdict.hops().histogram(),
          verdict.hops().max(),
          verdict.hops().mean(),
          verdict.hops().nonMinimal(),
          verdict.loads().max(),
          verdict.loads().mean(),
          new Bandwidths(Bandwidth.of(analysis.oneWay()), Bandwidth.of(analysis.bothWays())),
          Shift.of(analysis.shift()),
          analysis.pattern().map(Pattern::of).orElse(null));
    }
  }

  /** Traffic in one direction, and in both at once. */
  public record Bandwidths(Bandwidth oneWay, Bandwidth bothWays) {}

  /** Over all bisections that were measured. */
  public record Bandwidth(
      double mean, double standardError, double min, double max, long undelivered) {
    private static Bandwidth of(BisectionBandwidth measured) {
      return new Bandwidth(
          measured.mean(),
          measured.standardError(),
          measured.min(),
          measured.max(),
          measured.undelivered());
    }
  }

  /** Each rank sends to the one so many ranks on: a phase for each such number. */
  public record Shift(
      int phases, int loadMax, double loadMean, int congestionFree, long undelivered) {
    private static Shift of(ShiftLoads loads) {
      return new Shift(
          loads.maxByShift().length,
          loads.max(),
          loads.mean(),
          loads.congestionFree(),
          loads.undelivered());
    }
  }

  /** The user's own traffic. */
  public record Pattern(int flows, int undelivered, double loadMax, double bandwidth) {
    private static Pattern of(PatternLoads loads) {
      return new Pattern(loads.flows(), loads.undelivered(), loads.max(), loads.bandwidth());
    }
  }

  /** Of a comparison, with what is to be known of it. */
  public static ComparisonReport of(Comparison comparison, Fabric fabric, List<String> warnings) {
    return new ComparisonReport(
        comparison.topology(),
        comparison.switches(),
        comparison.endNodes(),
        comparison.bisections().count(),
        comparison.bisections().seed(),
        comparison.shiftOrder(),
        comparison.pattern().orElse(null),
        comparison.analyses().stream().map(analysis -> Measured.of(analysis, fabric)).toList(),
        comparison.refusals().stream().map(Refusal::of).toList(),
        List.copyOf(warnings));
  }
}
