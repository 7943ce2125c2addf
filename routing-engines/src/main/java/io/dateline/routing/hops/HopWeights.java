package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import io.dateline.routing.GuidPort;
import java.util.Arrays;
import java.util.Map;

/**
 * What a hop over a cable counts, by the port it is left from: {@code hop_weights_file}. One
 * direction of a cable says nothing about the other.
 */
final class HopWeights {
  static final int MAX = 255;

  private final int[][] weights; // by switch, by port index

  /** Weights by switch GUID and port number; 1 for ports without one, or with one out of range. */
  HopWeights(Fabric fabric, SwitchLinks links, Map<GuidPort, Integer> listed) {
    weights = new int[links.switchCount()][];
    for (int node = 0; node < weights.length; node++) {
      int[] numbers = links.portNumbers(node);
      weights[node] = new int[numbers.length];
      Arrays.fill(weights[node], 1);
      for (int index = 0; index < numbers.length; index++) {
        int weight = listed.getOrDefault(new GuidPort(fabric.nodeGuid(node), numbers[index]), 1);
        if (weight >= 1 && weight <= MAX) {
          weights[node][index] = weight;
        }
      }
    }
  }

  int of(int node, int index) {
    return weights[node][index];
  }
}
