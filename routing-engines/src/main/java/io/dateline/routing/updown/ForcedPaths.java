package io.dateline.routing.updown;

import io.dateline.routing.hops.SwitchLinks;

/** Paths for switches that have none: the shortest ones to those that have, whatever the turns. */
final class ForcedPaths {
  private final SwitchLinks links;
  private final short[][] codes; // as in LegalPaths
  private int pairs;

  ForcedPaths(SwitchLinks links, short[][] codes) {
    this.links = links;
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
        force(links.distinctNeighbours(node), to, distance + 1);
      }
    }
    return more;
  }

  private void force(int[] nodes, int to, int distance) {
    for (int node : nodes) {
      if (codes[node][to] == LegalPaths.UNREACHED) {
        codes[node][to] = LegalPaths.forced(distance);
        pairs++;
      }
    }
  }
}
