package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;

/**
 * How central switches are to the destinations of a lane: on how many of the shortest paths among
 * them they lie, other than at an end (U. Brandes, "A Faster Algorithm for Betweenness Centrality",
 * Journal of Mathematical Sociology 25(2), 2001). Only paths among destinations count, so switches
 * outside of their convex hull (HPDC 2016, section 4.2) have none, and the hull need not be made.
 *
 * @param centrality by switch, as a power of 2: what differs by less is as good as equal
 * @param radius by switch: hops to the farthest destination that cables lead to
 */
record Centres(int[] centrality, int[] radius) {

  /** How central all switches are to the destinations of a lane. */
  static Centres of(SwitchGraph channels, int[] weights) {
    double[] paths = new double[channels.switchCount];
    int[] radius = new int[channels.switchCount];
    Passes passes = new Passes(channels, weights);
    for (int source = 0; source < channels.switchCount; source++) {
      if (weights[source] > 0) {
        passes.from(source, paths, radius);
      }
    }
    return new Centres(Arrays.stream(paths).mapToInt(Math::getExponent).toArray(), radius);
  }

  /**
   * Scratch of one search after the other. They count paths at every channel they look at, parallel
   * ones and those to switches reached before among them: so they have a loop of their own.
   */
  static final class Passes {
    private final SwitchGraph channels;
    private final int[] weights;
    private final int[] distance; // by switch
    private final int[] order; // switches as they are reached
    private final double[] paths; // by switch: shortest ones from the source
    private final double[] share; // by switch: what depends on it of the paths from the source

    Passes(SwitchGraph channels, int[] weights) {
      this.channels = channels;
      this.weights = weights;
      distance = new int[channels.switchCount];
      order = new int[channels.switchCount];
      paths = new double[channels.switchCount];
      share = new double[channels.switchCount];
    }

    void from(int source, double[] centrality, int[] radius) {
      int reached = search(source);
      for (int place = reached - 1; place >= 0; place--) {
        int node = order[place];
        radius[node] = Math.max(radius[node], distance[node]);
        double through = share[node] + weights[node];
        centrality[node] += node == source ? 0 : weights[source] * share[node];
        for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
          int other = channels.to[channel];
          if (distance[other] == distance[node] - 1) {
            share[other] += paths[other] / paths[node] * through;
          }
        }
      }
    }

    private int search(int source) {
      Arrays.fill(distance, Fabric.NONE);
      distance[source] = 0;
      paths[source] = 1;
      share[source] = 0;
      order[0] = source;
      int reached = 1;
      for (int place = 0; place < reached; place++) {
        int node = order[place];
        for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
          int other = channels.to[channel];
          if (distance[other] == Fabric.NONE) {
            distance[other] = distance[node] + 1;
            paths[other] = 0;
            share[other] = 0;
            order[reached++] = other;
          }
          if (distance[other] == distance[node] + 1) {
            paths[other] += paths[node];
          }
        }
      }
      return reached;
    }
  }
}
