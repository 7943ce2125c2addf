package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.GuidPort;
import java.util.Map;

/**
 * What a hop over a cable counts, by the port it is left from: {@code hop_weights_file}. One
 * direction of a cable says nothing about the other.
 */
final class HopWeights {
  static final int MAX = 255;

  private HopWeights() {}

  /**
   * Weights by channel.
   *
   * @param listed by switch GUID and port number; 1 for ports without one, or with one out of range
   */
  static int[] of(Fabric fabric, SwitchGraph graph, Map<GuidPort, Integer> listed) {
    int[] weights = new int[graph.channelCount];
    for (int channel = 0; channel < weights.length; channel++) {
      long guid = fabric.nodeGuid(graph.from(channel));
      int weight = listed.getOrDefault(new GuidPort(guid, graph.number(channel)), 1);
      weights[channel] = weight >= 1 && weight <= MAX ? weight : 1;
    }
    return weights;
  }
}
