package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The lane that multicast groups are in, once its destinations have their paths. OpenSM's nue does
 * not ask whether groups and paths close a credit loop together, and recommends a lane that only
 * groups are in.
 *
 * <p>The tree of groups depends on tables and lanes alone. So it is the same one where only these
 * are known, and groups stay where they are.
 */
final class GroupLane {
  /** The lane, and so the SL of groups. */
  static final int LANE = 0;

  private GroupLane() {}

  /**
   * The tree for all groups.
   *
   * @param centres of all lanes
   * @return empty where there are no switches, or where the tables are none of this plan
   */
  static Optional<MulticastTree> tree(
      LanePlan plan, List<Centres> centres, ForwardingTables tables, int threads) {
    NueTask task = plan.task();
    if (task.channels().switchCount == 0) {
      return Optional.empty();
    }
    EscapeTree escapes = new EscapeTree(task.channels(), centres.get(LANE).centrality());
    int root = root(task, escapes, centres);
    return turns(plan, escapes, tables)
        .map(
            turns ->
                GroupTree.of(
                        task.channels(), turns, escapes, PathLoads.of(task, tables, threads), root)
                    .orElseGet(() -> escapes.toward(root)))
        .map(up -> tree(task, escapes, root, up));
  }

  /**
   * The switch from which the farthest destination is the fewest hops away (OpenSM's root of a
   * group is that for its members), in the piece of the fabric where the most senders are.
   */
  private static int root(NueTask task, EscapeTree pieces, List<Centres> centres) {
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
   * The turns of all paths in the lane, and of the escape tree, which is there for groups where
   * there is no better tree; empty where they close a cycle.
   */
  private static Optional<TurnGraph> turns(
      LanePlan plan, EscapeTree escapes, ForwardingTables tables) {
    NueTask task = plan.task();
    boolean[] isHome = new boolean[task.channels().switchCount];
    Arrays.fill(isHome, true); // packets to groups go everywhere
    TurnGraph turns = escapes.turns(isHome);
    for (int member : plan.members(LANE)) {
      int base = task.destinations().lids[member];
      for (int lid = base; lid < base + task.lidCount(member); lid++) {
        if (!use(task, tables, task.home(member), lid, turns)) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(turns);
  }

  private static boolean use(
      NueTask task, ForwardingTables tables, int home, int lid, TurnGraph turns) {
    SwitchGraph channels = task.channels();
    for (int node = 0; node < channels.switchCount; node++) {
      int channel = task.next(tables, node, home, lid);
      int after = channel == Fabric.NONE ? Fabric.NONE : channels.to[channel];
      int next = after == Fabric.NONE ? Fabric.NONE : task.next(tables, after, home, lid);
      if (next != Fabric.NONE && !turns.use(channel, next)) {
        return false;
      }
    }
    return true;
  }

  private static MulticastTree tree(NueTask task, EscapeTree escapes, int root, int[] up) {
    int[][] uplinks = new int[up.length][];
    for (int node = 0; node < uplinks.length; node++) {
      boolean hasParent = up[node] != Fabric.NONE && escapes.connects(node, root);
      uplinks[node] = hasParent ? new int[] {task.port(node, up[node])} : new int[0];
    }
    return new MulticastTree(root, uplinks, List.of(LANE));
  }
}
