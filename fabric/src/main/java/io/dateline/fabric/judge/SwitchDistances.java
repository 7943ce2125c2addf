package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import java.util.Arrays;

/** Fewest channels from every switch to one, by breadth-first search. One worker's scratch. */
final class SwitchDistances {
  private final SwitchPorts graph;
  private final int[] distances; // by switch, Fabric.NONE where no cables lead
  private final int[] queue;

  SwitchDistances(SwitchPorts graph) {
    this.graph = graph;
    distances = new int[graph.switchCount];
    queue = new int[graph.switchCount];
  }

  /**
   * Distances to a switch, {@link Fabric#NONE} meaning unreachable; all so when the switch itself
   * is {@code NONE}. The array is overwritten by the next call.
   */
  int[] to(int destination) {
    Arrays.fill(distances, Fabric.NONE);
    if (destination == Fabric.NONE) {
      return distances;
    }
    int[] firstNeighbour = graph.firstNeighbour;
    int[] neighbours = graph.neighbours;
    distances[destination] = 0;
    queue[0] = destination;
    int tail = 1;
    for (int head = 0; head < tail; head++) {
      int node = queue[head];
      int next = distances[node] + 1;
      for (int i = firstNeighbour[node]; i < firstNeighbour[node + 1]; i++) {
        int other = neighbours[i];
        if (distances[other] == Fabric.NONE) {
          distances[other] = next;
          queue[tail++] = other;
        }
      }
    }
    return distances;
  }
}
