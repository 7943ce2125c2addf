package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.GuidPort;
import java.util.Map;
import java.util.function.Supplier;

/** The ports that shortest paths leave by. */
public final class ShortestPaths {
  private ShortestPaths() {}

  /**
   * Measures all distances.
   *
   * @param graph of the fabric
   * @param hopWeights what hops count ({@code hop_weights_file}); nothing where every hop is as
   *     long as any other
   * @param threads at least 1; makes no difference to the result
   * @return makes a worker's own
   */
  public static Supplier<Nearing> of(
      Fabric fabric, SwitchGraph graph, Map<GuidPort, Integer> hopWeights, int threads) {
    if (hopWeights.isEmpty()) {
      HopMatrix hops = HopMatrix.of(graph, threads);
      return () -> new NearerPorts(graph, hops);
    }
    int[] weights = HopWeights.of(fabric, graph, hopWeights);
    WeightedHops hops = WeightedHops.of(graph, weights, threads);
    return () -> new LighterPorts(graph, weights, hops);
  }
}
