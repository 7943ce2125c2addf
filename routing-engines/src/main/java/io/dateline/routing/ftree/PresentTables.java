package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;
import java.util.Arrays;

/**
 * What the tables that are in the switches say, so that as little as possible of them changes.
 *
 * <p>A main path is found again by following the tables from a leaf that has to send over a root.
 * It stays as far as its cables are still there. When cables between switches come back, or come
 * new, destinations whose main path would pass the switches they join if there had been no tables
 * return to that, and so do those entries of others that were diverted.
 *
 * <p>Tables without main paths, or with far too many on one cable, are other engines': to keep them
 * would be to keep what they cost shift patterns.
 */
final class PresentTables {
  private static final int OBSERVERS = 3; // leaves that are asked, as one may be cut off

  /** How many times as many paths as they would have anew cables may have: the cost of staying. */
  private static final int LOAD_FACTOR_MAX = 2;

  private final Tree tree;
  private final ForwardingTables tables;
  private final boolean[] haveFresh; // by switch: it has a group where the tables know no cable
  private boolean anyFresh;
  private int asked; // pairs of leaves that were asked where packets to a compute node turn down
  private int agreed; // of those
  private final boolean[] returning; // by destination: whether its paths are chosen anew

  /** Reads the tables of a tree's switches; {@code tables} may be for fewer LIDs. */
  PresentTables(Tree tree, ForwardingTables tables) {
    this.tree = tree;
    this.tables = tables;
    haveFresh = new boolean[tree.switchCount()];
    returning = new boolean[tree.destinations().count];
    PortGroups groups = tree.groups();
    for (int node = 0; node < tree.switchCount(); node++) {
      for (int group = groups.first[node]; group < groups.first[node + 1]; group++) {
        boolean isSibling = group >= groups.firstSibling[node] && group < groups.firstChild[node];
        haveFresh[node] |= !isSibling && isFresh(node, group);
      }
      anyFresh |= haveFresh[node];
    }
  }

  /**
   * The main paths to have now, or null where the tables are not worth keeping: where there are
   * none that leaves would agree on, or too many share a cable.
   */
  MainPaths mainPaths(MainPaths anew, Leaves leaves, Reach reach) {
    askLeaves(leaves, reach);
    if (2L * agreed < asked) {
      return null;
    }
    MainPaths paths = MainPaths.of(tree, leaves, wanted(anew, leaves, reach));
    return paths.loadMax() > LOAD_FACTOR_MAX * anew.loadMax() ? null : paths;
  }

  /**
   * Whether leaves agree so much that only this engine's tables can be meant. In trees that are
   * damaged, or have few cables up, its own may fall short of that and others' may not: then it
   * takes a look at what staying costs.
   */
  boolean isCertain() {
    return 4L * agreed >= 3L * asked;
  }

  /**
   * Whether tables that may be another engine's crowd flows of a shift more than it is worth to
   * stay.
   */
  static boolean isTooCrowded(int most, int mostAnew) {
    return most > LOAD_FACTOR_MAX * mostAnew;
  }

  /**
   * Asks leaves at which switch packets to a compute node turn down. They mostly agree in this
   * engine's tables.
   */
  private void askLeaves(Leaves leaves, Reach reach) {
    Destinations destinations = tree.destinations();
    for (int leaf : leaves.order()) {
      int[] observers = observers(leaves, reach, leaf);
      for (int i = destinations.first[leaf]; i < destinations.first[leaf + 1]; i++) {
        if (!destinations.isCompute(i)) {
          continue;
        }
        int known = Fabric.NONE;
        for (int observer : observers) {
          int turn = turnSwitch(observer, i);
          if (known != Fabric.NONE && turn != Fabric.NONE) {
            asked++;
            agreed += known == turn ? 1 : 0;
          }
          known = known == Fabric.NONE ? turn : known;
        }
      }
    }
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

  /**
   * A parent's or child's own LID is always routed straight to it, so the tables knew no cable if
   * not.
   */
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
   * that leads by switches with fresh ones. [rank][destination], {@link Fabric#NONE} where it is
   * not known.
   */
  private int[][] wanted(MainPaths anew, Leaves leaves, Reach reach) {
    int[][] wanted = new int[anew.cables.length][tree.destinations().count];
    for (int[] row : wanted) {
      Arrays.fill(row, Fabric.NONE);
    }
    Destinations destinations = tree.destinations();
    int[] observers = null;
    for (int i = 0; i < destinations.count; i++) {
      int home = destinations.homes[i];
      if (!tree.ranks().isRanked(home)) {
        continue;
      }
      if (i == destinations.first[home]) {
        observers = observers(leaves, reach, home);
      }
      int[] path = pathAnew(anew, i);
      int[] cables = passesFreshCables(anew, i) ? path : found(i, path, observers);
      returning[i] = anyFresh && Arrays.equals(cables, path);
      for (int rank = 0; rank < cables.length; rank++) {
        wanted[rank][i] = cables[rank];
      }
    }
    return wanted;
  }

  private static int[] pathAnew(MainPaths anew, int destination) {
    return Arrays.stream(anew.cables).mapToInt(row -> row[destination]).toArray();
  }

  /** The path that the tables have: a given one if any observer sees that. */
  private int[] found(int destination, int[] path, int[] observers) {
    int[] first = null;
    for (int observer : observers) {
      int[] cables = follow(destination, observer, path.length);
      if (cables != null && agree(cables, path)) {
        return path;
      }
      first = first == null ? cables : first;
    }
    return first == null ? path : first;
  }

  /** Whether a path is part of another one. */
  private static boolean agree(int[] part, int[] path) {
    for (int rank = 0; rank < part.length; rank++) {
      if (part[rank] != Fabric.NONE && part[rank] != path[rank]) {
        return false;
      }
    }
    return true;
  }

  private boolean passesFreshCables(MainPaths anew, int destination) {
    for (int[] row : anew.switches) {
      if (row[destination] != Fabric.NONE && haveFresh[row[destination]]) {
        return true;
      }
    }
    return false;
  }

  private static int[] observers(Leaves leaves, Reach reach, int home) {
    int[] order = leaves.order();
    byte best = Reach.NONE;
    for (int leaf : order) {
      best = leaf == home ? best : (byte) Math.min(best, reach.row(leaf)[home]);
    }
    int[] found = new int[OBSERVERS];
    for (int i = 0; i < OBSERVERS; i++) {
      int at = i * order.length / OBSERVERS;
      while (order[at] == home || reach.row(order[at])[home] != best) {
        at = (at + 1) % order.length;
      }
      found[i] = order[at];
    }
    return found;
  }

  /** Follows the tables from a leaf. By rank the cables up, or null if that leads nowhere. */
  private int[] follow(int destination, int observer, int ranks) {
    Fabric fabric = tree.fabric();
    int home = tree.destinations().homes[destination];
    int lid = tree.destinations().lids[destination];
    int[] cables = new int[ranks];
    Arrays.fill(cables, Fabric.NONE);
    int node = observer;
    boolean down = false;
    while (node != home) {
      int group = groupOf(node, tables.port(node, lid));
      if (group == Fabric.NONE) {
        return null;
      }
      int next = tree.groups().remotes[group];
      int step = tree.rank(next) - tree.rank(node);
      if (step == 0 || (step < 0 && down)) {
        return null;
      }
      down = step > 0;
      if (down) {
        cables[tree.rank(next)] = fabric.peer(fabric.port(node, tables.port(node, lid)));
      }
      node = next;
    }
    return cables;
  }

  /** The port a LID has now, {@link ForwardingTables#NO_PORT} if it has none. */
  int port(int node, int lid) {
    return tables.port(node, lid);
  }

  /** Whether a destination's path is chosen anew, so that entries for it are, too. */
  boolean returns(int destination) {
    return returning[destination];
  }
}
