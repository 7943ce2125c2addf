package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;

/**
 * ({@code connect_roots}) Lets switches that have no common switch above reach each other's LIDs:
 * their packets go towards one leaf until they meet a switch that knows the way.
 *
 * <p>Turns from down to up are then only at switches above that leaf. If each of these has a single
 * child towards the leaf, no circle of waiting cables can close: from such a turn a path up comes
 * to another switch above the leaf, and from there it could come back to a turn only by the child
 * it has come from.
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
    for (int i = leaves.count() - 1; i >= 0 && found == Fabric.NONE; i--) {
      if (hasSingleWaysTo(leaves.order()[i])) {
        found = leaves.order()[i];
      }
    }
    safe = found != Fabric.NONE;
    leaf = safe ? found : leaves.order()[leaves.count() - 1];
  }

  private boolean hasSingleWaysTo(int to) {
    PortGroups groups = tree.groups();
    for (int node = 0; node < tree.switchCount(); node++) {
      int turn = reach.row(node)[to];
      if (turn >= Reach.ASIDE && turn != Reach.NONE) {
        return false;
      }
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
    Destinations destinations = tree.destinations();
    int leafLid = lid(leaf);
    boolean any = false;
    if (leafLid == Fabric.NONE) {
      return true;
    }
    for (int node = 0; node < tree.switchCount(); node++) {
      if (!tree.ranks().isRanked(node) || tree.rank(node) >= tree.rank(leaf)) {
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
    assert destinations.count > 0;
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
