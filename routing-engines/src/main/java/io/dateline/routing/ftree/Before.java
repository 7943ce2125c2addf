package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import java.util.Arrays;

/**
 * What the tables that are in the switches say, so that as little as possible of them changes.
 *
 * <p>A main path is found again by following the tables from a leaf that has to send over a root.
 * It stays as far as its cables are still there. When cables to a switch come back, or come new,
 * the destinations whose path would take them if there had been no tables return to that.
 *
 * <p>Tables of other engines have no main paths, and keeping them would keep what they cost shift
 * patterns: {@link #hasMainPaths} tells.
 */
final class Before {
  private final Tree tree;
  private final ForwardingTables tables;
  private final boolean[] freshGroups; // by group: the tables know no cable there
  private final boolean[] returning; // by destination: whether its paths are chosen anew

  /** Reads the tables of a tree's switches; {@code tables} may be for fewer LIDs. */
  Before(Tree tree, ForwardingTables tables) {
    this.tree = tree;
    this.tables = tables;
    freshGroups = new boolean[tree.groups().remotes.length];
    returning = new boolean[tree.destinations().count];
    PortGroups groups = tree.groups();
    for (int node = 0; node < tree.switchCount(); node++) {
      for (int group = groups.first[node]; group < groups.first[node + 1]; group++) {
        freshGroups[group] = isFresh(node, group);
      }
    }
  }

  /**
   * Whether leaves mostly agree on the switch where packets to a compute node turn down, as they do
   * in this engine's tables.
   */
  boolean hasMainPaths(Leaves leaves, Reach reach) {
    Destinations destinations = tree.destinations();
    int asked = 0;
    int agreed = 0;
    for (int leaf : leaves.order()) {
      int first = observer(leaves, reach, leaf, Fabric.NONE);
      int second = observer(leaves, reach, leaf, first);
      if (second == Fabric.NONE || reach.row(first)[leaf] != reach.row(second)[leaf]) {
        continue;
      }
      for (int i = destinations.first[leaf]; i < destinations.first[leaf + 1]; i++) {
        if (destinations.isCompute(i)) {
          asked++;
          int turn = turnSwitch(first, i);
          agreed += turn != Fabric.NONE && turn == turnSwitch(second, i) ? 1 : 0;
        }
      }
    }
    return 4L * agreed >= 3L * asked;
  }

  private int turnSwitch(int observer, int destination) {
    int node = observer;
    while (true) {
      int group = groupOf(node, tables.port(node, tree.destinations().lids[destination]));
      if (group == Fabric.NONE || group >= tree.groups().firstChild[node]) {
        return group == Fabric.NONE ? Fabric.NONE : node;
      }
      if (group >= tree.groups().firstSibling[node]) {
        return Fabric.NONE;
      }
      node = tree.groups().remotes[group];
    }
  }

  /** A neighbour's own LID is always routed straight to it, so the tables knew no cable if not. */
  private boolean isFresh(int node, int group) {
    Destinations destinations = tree.destinations();
    int remote = tree.groups().remotes[group];
    int own = destinations.first[remote];
    if (own == destinations.first[remote + 1]
        || destinations.kinds[own] != Destinations.Kind.SWITCH) {
      return false;
    }
    return groupOf(node, tables.port(node, destinations.lids[own])) != group;
  }

  private int groupOf(int node, int number) {
    Fabric fabric = tree.fabric();
    return number > fabric.externalPortCount(node)
        ? Fabric.NONE
        : tree.groups().groupOfPort[fabric.port(node, number)];
  }

  /**
   * The cables that main paths should take: those they take now, or those they would take anew if
   * some of these are fresh. [rank][destination], {@link Fabric#NONE} where it is not known.
   */
  int[][] wanted(MainPaths anew, Leaves leaves, Reach reach) {
    int[][] wanted = new int[anew.cables.length][tree.destinations().count];
    for (int[] row : wanted) {
      Arrays.fill(row, Fabric.NONE);
    }
    Destinations destinations = tree.destinations();
    for (int i = 0; i < destinations.count; i++) {
      int home = destinations.homes[i];
      if (!tree.ranks().isRanked(home)) {
        continue;
      }
      if (hasFreshCable(anew, i)) {
        returning[i] = true;
        for (int rank = tree.rank(home); rank > 0; rank--) {
          wanted[rank][i] = anew.cables[rank][i];
        }
      } else {
        follow(i, observer(leaves, reach, home, Fabric.NONE), wanted);
      }
    }
    return wanted;
  }

  private boolean hasFreshCable(MainPaths anew, int destination) {
    for (int rank = tree.rank(tree.destinations().homes[destination]); rank > 0; rank--) {
      if (freshGroups[tree.groups().groupOfPort[anew.cables[rank][destination]]]) {
        return true;
      }
    }
    return false;
  }

  /** A leaf, not a certain one, whose packets to a switch turn at a root or as near to one. */
  private static int observer(Leaves leaves, Reach reach, int home, int notThis) {
    int best = Fabric.NONE;
    for (int leaf : leaves.order()) {
      byte turn = reach.row(leaf)[home];
      if (leaf != home
          && leaf != notThis
          && (best == Fabric.NONE || turn < reach.row(best)[home])) {
        best = leaf;
        if (turn == 0) {
          break;
        }
      }
    }
    return best;
  }

  private void follow(int destination, int observer, int[][] wanted) {
    Fabric fabric = tree.fabric();
    int home = tree.destinations().homes[destination];
    int lid = tree.destinations().lids[destination];
    int node = observer;
    boolean down = false;
    while (node != home && node != Fabric.NONE) {
      int group = groupOf(node, tables.port(node, lid));
      int next = group == Fabric.NONE ? Fabric.NONE : tree.groups().remotes[group];
      if (next != Fabric.NONE) {
        int step = tree.rank(next) - tree.rank(node);
        if (step > 0) {
          int port = fabric.port(node, tables.port(node, lid));
          wanted[tree.rank(next)][destination] = fabric.peer(port);
        }
        if (step == 0 || (step < 0 && down)) {
          next = Fabric.NONE;
        }
        down = step > 0;
      }
      node = next;
    }
    if (node == Fabric.NONE) {
      for (int[] row : wanted) {
        row[destination] = Fabric.NONE;
      }
    }
  }

  /** The port a LID has now, {@link ForwardingTables#NO_PORT} if it has none. */
  int port(int node, int lid) {
    return tables.port(node, lid);
  }

  /** Whether a destination's path is chosen anew, so that entries for it are, too. */
  boolean returns(int destination) {
    return returning[destination];
  }

  /** Whether the tables know no cable in the group of a port, which joins two switches. */
  boolean isFresh(int port) {
    return freshGroups[tree.groups().groupOfPort[port]];
  }
}
