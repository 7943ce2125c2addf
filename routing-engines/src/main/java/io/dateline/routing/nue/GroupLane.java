package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import java.util.Arrays;
import java.util.List;

/**
 * The lane that multicast groups are in, once its destinations have their paths. OpenSM's nue does
 * not ask whether groups and paths close a credit loop together, and recommends a lane that only
 * groups are in.
 *
 * @param turns that are used in it
 * @param escapes of which all turns are, so that it will do for groups where there is no better
 *     tree
 * @param root of the tree
 */
record GroupLane(TurnGraph turns, EscapeTree escapes, int root) {
  /** The lane, and so the SL of groups. */
  static final int LANE = 0;

  /**
   * The switch from which the farthest destination is the fewest hops away (OpenSM's root of a
   * group is that for its members), in the piece of the fabric where the most senders are.
   *
   * @param pieces by the trees there
   * @param centres of all lanes
   */
  static int root(NueTask task, EscapeTree pieces, List<Centres> centres) {
    int[] radius = new int[task.channels().switchCount];
    for (Centres ofLane : centres) {
      Arrays.setAll(radius, node -> Math.max(radius[node], ofLane.radius()[node]));
    }
    int piece = pieces.largest(task.senders());
    int root = piece;
    for (int node = 0; node < radius.length; node++) {
      if (pieces.connects(node, piece) && radius[node] < radius[root]) {
        root = node;
      }
    }
    return root;
  }

  /**
   * The tree for all groups.
   *
   * @param loads by channel: paths of all lanes
   */
  MulticastTree tree(NueTask task, long[] loads) {
    int[] up =
        GroupTree.of(task.channels(), turns, escapes, loads, root)
            .orElseGet(() -> escapes.toward(root));
    int[][] uplinks = new int[up.length][];
    for (int node = 0; node < uplinks.length; node++) {
      boolean hasParent = up[node] != Fabric.NONE && escapes.connects(node, root);
      uplinks[node] = hasParent ? new int[] {task.port(node, up[node])} : new int[0];
    }
    return new MulticastTree(root, uplinks, List.of(LANE));
  }
}
