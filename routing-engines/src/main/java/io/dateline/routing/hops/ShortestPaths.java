package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import io.dateline.routing.GuidPort;
import java.util.Map;
import java.util.function.Supplier;

/** The ports that shortest paths leave by. */
public final class ShortestPaths {
  private ShortestPaths() {}

  /**
   * Measures all distances.
   *
   * @param links of the fabric
   * @param hopWeights what hops count ({@code hop_weights_file}); nothing where every hop is as
   *     long as any other
   * @param threads at least 1; makes no difference to the result
   * @return makes a worker's own
   */
  public static Supplier<Candidates> of(
      Fabric fabric, SwitchLinks links, Map<GuidPort, Integer> hopWeights, int threads) {
    if (hopWeights.isEmpty()) {
      HopMatrix hops = HopMatrix.of(links, threads);
      return () -> new NearerPorts(links, hops);
    }
    HopWeights weights = new HopWeights(fabric, links, hopWeights);
    WeightedHops hops = WeightedHops.of(links, weights, threads);
    return () -> new LighterPorts(links, weights, hops);
  }
}
