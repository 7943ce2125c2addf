package io.dateline.routing.ftree;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;

/**
 * The pieces into which a tree falls when only some ranks of it are left. Below a rank those are
 * its subtrees; above one they are the planes, which the switches under them see as one up port
 * each; of two ranks they are the blocks, in which a whole tree joins every parent with every
 * child.
 *
 * <p>A piece is named after its switch of the smallest index, so that the name seldom changes when
 * something breaks. Links between siblings hold nothing together.
 */
final class Parts {
  private Parts() {}

  /**
   * The piece of every switch.
   *
   * @param lowest rank that is left, inclusive
   * @param highest rank that is left, inclusive
   * @return by switch: the piece, or {@link Fabric#NONE} for switches of other ranks
   */
  static int[] of(SwitchGraph graph, Ranks ranks, int lowest, int highest) {
    int[] pieces = new int[ranks.of.length];
    Arrays.fill(pieces, Fabric.NONE);
    BreadthFirst search =
        new BreadthFirst(
            graph,
            (from, to) -> ranks.of[to] != ranks.of[from] && within(ranks.of[to], lowest, highest));
    for (int start = 0; start < pieces.length; start++) {
      if (!search.isReached(start) && within(ranks.of[start], lowest, highest)) {
        int before = search.reached();
        search.spread(start);
        for (int place = before; place < search.reached(); place++) {
          pieces[search.at(place)] = start;
        }
      }
    }
    return pieces;
  }

  private static boolean within(int rank, int lowest, int highest) {
    return rank != Ranks.UNRANKED && rank >= lowest && rank <= highest;
  }
}
