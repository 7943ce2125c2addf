package io.dateline.routing.updown;

import io.dateline.fabric.SwitchGraph;

/**
 * Paths for switches that have none: the shortest ones to those that have, whatever the turns. The
 * search has no queue: it begins at switches of all distances at once, which the codes tell.
 */
final class ForcedPaths {
  private final SwitchGraph graph;
  private final short[][] codes; // as in LegalPaths
  private int pairs;

  ForcedPaths(SwitchGraph graph, short[][] codes) {
    this.graph = graph;
    this.codes = codes;
  }

  /** Adds the codes of paths to a destination. */
  void add(int to) {
    for (int distance = 0; spread(to, distance); distance++) {}
  }

  /** How many were added. */
  int pairs() {
    return pairs;
  }

  /** Goes on from switches at a distance; returns whether there are any so far away, or farther. */
  private boolean spread(int to, int distance) {
    boolean more = false;
    for (int node = 0; node < codes.length; node++) {
      short code = codes[node][to];
      if (code == LegalPaths.UNREACHED || LegalPaths.distance(code) < distance) {
        continue;
      }
      more = true;
      if (LegalPaths.distance(code) == distance) {
        force(node, to, distance + 1);
      }
    }
    return more;
  }

  private void force(int around, int to, int distance) {
    for (int i = graph.firstNeighbour[around]; i < graph.firstNeighbour[around + 1]; i++) {
      short[] row = codes[graph.neighbours[i]];
      if (row[to] == LegalPaths.UNREACHED) {
        row[to] = LegalPaths.forced(distance);
        pairs++;
      }
    }
  }
}
