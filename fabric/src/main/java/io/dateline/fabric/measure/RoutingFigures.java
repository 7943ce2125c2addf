package io.dateline.fabric.measure;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Delivery;
import io.dateline.fabric.judge.Verdict;
import java.util.Comparator;

/**
 * What a routing is compared by.
 *
 * <p>The rule: more pairs of adapters served; then no credit loop; then more effective bisection
 * bandwidth, in whole percent, for less than that is chance; then fewer hops on the mean, in
 * hundredths; then fewer paths on the busiest channel.
 *
 * @param served pairs of adapters, each way for itself
 * @param creditLoopFree whether no credit loop can form within the lanes that there are
 * @param bandwidthPercent effective bisection bandwidth (T. Hoefler et al., IEEE Cluster 2008), of
 *     100
 * @param hopsHundredths mean hops of a pair, times 100
 * @param busiest paths on the busiest channel
 */
public record RoutingFigures(
    long served, boolean creditLoopFree, int bandwidthPercent, int hopsHundredths, long busiest) {
  /**
   * Enough for an error of about a percent on a fabric of a hundred hosts; larger ones err less.
   */
  private static final RandomBisections BISECTIONS = new RandomBisections(100, 1);

  /** The better one is the larger one. */
  public static final Comparator<RoutingFigures> RULE =
      Comparator.comparing(RoutingFigures::served)
          .thenComparing(RoutingFigures::creditLoopFree)
          .thenComparing(RoutingFigures::bandwidthPercent)
          .thenComparing(RoutingFigures::hopsHundredths, Comparator.reverseOrder())
          .thenComparing(RoutingFigures::busiest, Comparator.reverseOrder());

  /**
   * Measures a routing; the same for any number of threads.
   *
   * @param verdict the judge's, of all end ports
   */
  public static RoutingFigures of(
      Fabric fabric, LidMap lids, Routing routing, Verdict verdict, int threads) {
    double bandwidth =
        BISECTIONS
            .measure(fabric, lids, routing.tables(), BisectionTraffic.BOTH_WAYS, threads)
            .mean();
    Delivery delivery = verdict.delivery();
    return new RoutingFigures(
        delivery.caPairs() - delivery.caUndelivered(),
        verdict.dependencies().acyclic(),
        (int) Math.round(100 * bandwidth),
        (int) Math.round(100 * verdict.hops().mean()),
        verdict.loads().max());
  }

  /** In words. */
  public String inWords() {
    return "%d pairs served; %s; bandwidth %d %%, %d.%02d hops, %d paths on the busiest channel"
        .formatted(
            served,
            creditLoopFree ? "no credit loop" : "credit loops possible",
            bandwidthPercent,
            hopsHundredths / 100,
            hopsHundredths % 100,
            busiest);
  }
}
