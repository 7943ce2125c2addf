package io.dateline.routing.metis;

import io.dateline.routing.nue.SwitchGraph;
import java.util.Arrays;

/**
 * The cables of a graph as METIS wants edges: one for parallel cables, which weighs as much as
 * there are, and none from a vertex to itself.
 *
 * @param first by vertex, where its edges begin; length vertices + 1
 * @param to by edge the neighbour; each edge is there twice, once from either end
 * @param weights by edge
 */
record SimpleEdges(int[] first, int[] to, int[] weights) {
  static SimpleEdges of(SwitchGraph graph) {
    int[] first = new int[graph.count() + 1];
    int[] to = new int[graph.to().length];
    int[] weights = new int[graph.to().length];
    int[] edgeTo = new int[graph.count()]; // by vertex: 1 + the edge to it that was made last
    int edges = 0;
    for (int node = 0; node < graph.count(); node++) {
      first[node] = edges;
      for (int cable = graph.first()[node]; cable < graph.first()[node + 1]; cable++) {
        int other = graph.to()[cable];
        if (edgeTo[other] > first[node]) {
          weights[edgeTo[other] - 1]++;
        } else if (other != node) {
          to[edges] = other;
          weights[edges] = 1;
          edgeTo[other] = ++edges;
        }
      }
    }
    first[graph.count()] = edges;
    return new SimpleEdges(first, Arrays.copyOf(to, edges), Arrays.copyOf(weights, edges));
  }
}
