package io.dateline.routing.updown;

import java.util.BitSet;

/** Paths for switches that have none: the shortest ones, whatever turns they take. */
final class ForcedPaths {
  private ForcedPaths() {}

  /** Adds them to the codes of {@link LegalPaths} for some destinations. */
  static void add(UpDownLinks links, short[][] codes, BitSet destinations) {
    for (int to = destinations.nextSetBit(0); to >= 0; to = destinations.nextSetBit(to + 1)) {
      for (int distance = 0; spread(links, codes, to, distance); distance++) {}
    }
  }

  /** Goes on from switches at a distance; returns whether there are any so far away, or farther. */
  private static boolean spread(UpDownLinks links, short[][] codes, int to, int distance) {
    boolean more = false;
    for (int node = 0; node < codes.length; node++) {
      short code = codes[node][to];
      if (code == LegalPaths.UNREACHED || LegalPaths.distance(code) < distance) {
        continue;
      }
      more = true;
      if (LegalPaths.distance(code) == distance) {
        force(links.uppers(node), codes, to, distance + 1);
        force(links.lowers(node), codes, to, distance + 1);
      }
    }
    return more;
  }

  private static void force(int[] nodes, short[][] codes, int to, int distance) {
    for (int node : nodes) {
      if (codes[node][to] == LegalPaths.UNREACHED) {
        codes[node][to] = LegalPaths.forced(distance);
      }
    }
  }
}
