package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.routing.hops.SwitchLinks;
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
  static int[] of(SwitchLinks links, Ranks ranks, int lowest, int highest) {
    int[] pieces = new int[ranks.of.length];
    Arrays.fill(pieces, Fabric.NONE);
    int[] queue = new int[pieces.length];
    for (int start = 0; start < pieces.length; start++) {
      if (pieces[start] != Fabric.NONE || !within(ranks.of[start], lowest, highest)) {
        continue;
      }
      pieces[start] = start;
      queue[0] = start;
      int tail = 1;
      for (int head = 0; head < tail; head++) {
        int rank = ranks.of[queue[head]];
        for (int other : links.distinctNeighbours(queue[head])) {
          if (pieces[other] == Fabric.NONE
              && ranks.of[other] != rank
              && within(ranks.of[other], lowest, highest)) {
            pieces[other] = start;
            queue[tail++] = other;
          }
        }
      }
    }
    return pieces;
  }

  private static boolean within(int rank, int lowest, int highest) {
    return rank != Ranks.UNRANKED && rank >= lowest && rank <= highest;
  }
}
