package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;

/**
 * Lets switches that have no common switch above, such as roots, reach each other's LIDs: their
 * packets go towards one leaf until they meet a switch that knows the way.
 *
 * <p>Turns from down to up are then only at switches above that leaf. If each of these has a single
 * child towards the leaf, and no path crosses to a sibling, no circle of waiting cables can close:
 * from such a turn a path up comes to another switch above the leaf, and from there it could come
 * back to a turn only by the child it has come from.
 */
final class ConnectedRoots {
  private final Tree tree;
  private final Reach reach;
  private final int leaf;
  private final boolean safe;

  ConnectedRoots(Tree tree, Reach reach, Leaves leaves) {
    this.tree = tree;
    this.reach = reach;
    int found = Fabric.NONE;
    if (!crossesToSiblings()) {
      for (int i = leaves.count() - 1; i >= 0 && found == Fabric.NONE; i--) {
        int candidate = leaves.order()[i];
        found = reachesAll(candidate) && hasSingleWaysTo(candidate) ? candidate : Fabric.NONE;
      }
    }
    safe = found != Fabric.NONE;
    leaf = safe ? found : leaves.order()[leaves.count() - 1];
  }

  /** Whether there is a leaf with which no credit loop can come of this. */
  boolean isSafe() {
    return safe;
  }

  private boolean crossesToSiblings() {
    PortGroups groups = tree.groups();
    boolean any = false;
    for (int node = 0; node < tree.switchCount(); node++) {
      any |= groups.firstSibling[node] < groups.firstChild[node];
    }
    for (int node = 0; any && node < tree.switchCount(); node++) {
      for (byte turn : reach.row(node)) {
        if (turn >= Reach.ASIDE && turn != Reach.NONE) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean reachesAll(int from) {
    byte[] row = reach.row(from);
    for (int to = 0; to < row.length; to++) {
      if (row[to] == Reach.NONE && tree.ranks().isRanked(to)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasSingleWaysTo(int to) {
    PortGroups groups = tree.groups();
    for (int node = 0; node < tree.switchCount(); node++) {
      int turn = reach.row(node)[to];
      if (node == to || turn != tree.rank(node)) {
        continue;
      }
      int ways = 0;
      for (int group = groups.firstChild[node]; group < groups.first[node + 1]; group++) {
        int child = groups.remotes[group];
        if (Reach.isAbove(tree, reach.row(child), child, to)) {
          ways++;
        }
      }
      if (ways > 1) {
        return false;
      }
    }
    return true;
  }

  /**
   * Fills the entries that are missing.
   *
   * @return whether it is certain that no credit loop has come with them
   */
  boolean fill(ForwardingTables tables) {
    int leafLid = lid(leaf);
    boolean any = false;
    if (leafLid == Fabric.NONE) {
      return true;
    }
    for (int node = 0; node < tree.switchCount(); node++) {
      if (node == leaf || !tree.ranks().isRanked(node)) {
        continue;
      }
      int number = tables.port(node, leafLid);
      for (int home = 0; home < tree.switchCount(); home++) {
        int lid = lid(home);
        if (lid != Fabric.NONE
            && tables.port(node, lid) == ForwardingTables.NO_PORT
            && tables.port(leaf, lid) != ForwardingTables.NO_PORT
            && number != ForwardingTables.NO_PORT) {
          tables.set(node, lid, number);
          any = true;
        }
      }
    }
    return safe || !any;
  }

  private int lid(int node) {
    Destinations destinations = tree.destinations();
    int own = destinations.first[node];
    return own < destinations.first[node + 1] && destinations.kinds[own] == Destinations.Kind.SWITCH
        ? destinations.lids[own]
        : Fabric.NONE;
  }
}
