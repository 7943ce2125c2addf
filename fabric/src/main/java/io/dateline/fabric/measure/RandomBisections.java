package io.dateline.fabric.measure;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.parallel.Slices;
import io.dateline.fabric.random.SeededRandom;
import java.util.List;

/**
 * Puts a routing to random bisections (T. Hoefler, T. Schneider and A. Lumsdaine, "Multistage
 * Switches are not Crossbars: Effects of Static Routing in High-Performance Networks", IEEE Cluster
 * 2008). A bisection parts the end nodes into two random halves and pairs each node of one with a
 * node of the other; of an odd number of end nodes a random one stays out.
 *
 * <p>A flow's bandwidth is {@code 1/n}, {@code n} being the most flows on a channel of its path, as
 * in the authors' simulator (T. Schneider, T. Hoefler and A. Lumsdaine, "ORCS: An Oblivious Routing
 * Congestion Simulator", Indiana University, 2009; metric hist_acc_band); it is 0 where packets do
 * not arrive. All channels count as equally fast; addresses are base LIDs.
 *
 * <p>Fabrics with the same end nodes are put to the same bisections, whatever their routing.
 *
 * @param count how many, at least 1
 * @param seed decides which; more of them begin with the same ones
 */
public record RandomBisections(int count, long seed) {
  public RandomBisections {
    if (count < 1) {
      throw new IllegalArgumentException("at least one bisection is needed, not " + count);
    }
  }

  /**
   * Measures what a routing's tables give.
   *
   * @param threads at least 1; the result does not depend on it
   */
  public BisectionBandwidth measure(
      Fabric fabric, LidMap lids, ForwardingTables tables, BisectionTraffic traffic, int threads) {
    int[] nodes = EndNodes.ports(fabric, lids);
    long[] seeds = seeds();
    double[] byBisection = new double[count]; // each slice writes its own part
    List<Long> undelivered =
        Slices.map(
            count,
            threads,
            (from, to) -> {
              Flows flows = new Flows(fabric, lids, tables);
              long lost = 0;
              for (int i = from; i < to; i++) {
                int wanted = send(flows, shuffled(nodes, seeds[i]), traffic);
                byBisection[i] = wanted == 0 ? 0 : flows.bandwidth() / wanted;
                lost += wanted - flows.count();
              }
              return lost;
            });
    return new BisectionBandwidth(
        byBisection, undelivered.stream().mapToLong(Long::longValue).sum());
  }

  /** A seed for each bisection, so that any thread may draw any of them. */
  private long[] seeds() {
    SeededRandom random = new SeededRandom(seed);
    long[] seeds = new long[count];
    for (int i = 0; i < count; i++) {
      seeds[i] = random.next();
    }
    return seeds;
  }

  private static int[] shuffled(int[] nodes, long seed) {
    int[] shuffled = nodes.clone();
    new SeededRandom(seed).shuffle(shuffled);
    return shuffled;
  }

  /** Starts the flows of one bisection; how many there should be. */
  private static int send(Flows flows, int[] shuffled, BisectionTraffic traffic) {
    flows.clear();
    int half = shuffled.length / 2;
    for (int i = 0; i < half; i++) {
      flows.add(shuffled[i], shuffled[i + half]);
      if (traffic == BisectionTraffic.BOTH_WAYS) {
        flows.add(shuffled[i + half], shuffled[i]);
      }
    }
    return traffic == BisectionTraffic.BOTH_WAYS ? 2 * half : half;
  }
}
