package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Lets switches that have no common switch above, such as roots, reach each other's LIDs, and
 * adapters below that damage has parted them from: their packets go towards one leaf until they
 * meet a switch that knows the way.
 *
 * <p>Turns from down to up are then only at switches above that leaf. If each of these has a single
 * child towards the leaf, and no path crosses to a sibling, no circle of waiting cables can close:
 * from such a turn a path up comes to another switch above the leaf, and from there it could come
 * back to a turn only by the child it has come from.
 *
 * <p>Any shortest way towards the leaf will do, so entries of before that are one stay; and of the
 * leaves the one is taken for which most of them can.
 */
final class ConnectedRoots {
  /** Roots that are asked where their packets to others turned; large trees have 1,024. */
  private static final int ASKED_MAX = 64;

  private final Tree tree;
  private final Reach reach;
  private final ForwardingTables before; // or null
  private final NearerGroups nearer;
  private final int leaf;
  private final boolean safe;

  /**
   * Finds a leaf.
   *
   * @param before tables by these switches, of any engine, or null
   */
  ConnectedRoots(Tree tree, Reach reach, Leaves leaves, ForwardingTables before) {
    this.tree = tree;
    this.reach = reach;
    this.before = before;
    nearer = new NearerGroups(tree, reach);
    int[] candidates = candidates(leaves);
    int found = Fabric.NONE;
    if (!crossesToSiblings()) {
      for (int i = 0; i < candidates.length && found == Fabric.NONE; i++) {
        int candidate = candidates[i];
        found = reachesAll(candidate) && hasSingleWaysTo(candidate) ? candidate : Fabric.NONE;
      }
    }
    safe = found != Fabric.NONE;
    leaf = safe ? found : candidates[0];
  }

  /**
   * The leaves, those first to which most packets from roots to roots came closest before; else the
   * last in the order first.
   */
  private int[] candidates(Leaves leaves) {
    int[] lastFirst =
        IntStream.range(0, leaves.count())
            .map(i -> leaves.order()[leaves.count() - 1 - i])
            .toArray();
    if (before == null) {
      return lastFirst;
    }
    long[] turns = turnsBefore();
    long[] scores = new long[turns.length]; // by switch, of leaves
    for (int node = 0; node < turns.length; node++) {
      for (int candidate : lastFirst) {
        if (turns[node] > 0 && Reach.isAbove(tree, reach.row(node), node, candidate)) {
          scores[candidate] += turns[node];
        }
      }
    }
    return Arrays.stream(lastFirst)
        .boxed()
        .sorted(Comparator.comparingLong(candidate -> -scores[candidate])) // stable
        .mapToInt(candidate -> candidate)
        .toArray();
  }

  /** By switch, the pairs of some roots with others whose packets came down to it, no farther. */
  private long[] turnsBefore() {
    long[] turns = new long[tree.switchCount()];
    int[] roots = tree.ranks().at(0);
    int step = (roots.length + ASKED_MAX - 1) / ASKED_MAX;
    for (int i = 0; i < roots.length; i += step) {
      int from = roots[i];
      for (int to : roots) {
        int lid = lid(to);
        if (from != to && lid != Fabric.NONE) {
          int lowest = lowest(from, lid);
          turns[lowest] += lowest == from ? 0 : 1;
        }
      }
    }
    return turns;
  }

  private int lowest(int from, int lid) {
    PortGroups groups = tree.groups();
    int node = from;
    while (true) {
      int group = groupBefore(node, lid);
      if (group == Fabric.NONE || group < groups.firstChild[node]) {
        return node;
      }
      node = groups.remotes[group];
    }
  }

  /** The group that a switch sent a LID by, {@link Fabric#NONE} if that is not there any more. */
  private int groupBefore(int node, int lid) {
    Fabric fabric = tree.fabric();
    int number = before.port(node, lid);
    return number > fabric.externalPortCount(node)
        ? Fabric.NONE
        : tree.groups().groupOfPort[fabric.port(node, number)];
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
   * Fills the entries that are missing: of switches at all of them; of adapters at switches that
   * have none of their own, so that port 0 reaches any adapter, the subnet manager's among them.
   * What adapters lack is theirs to bear: the traffic of others is kept off these turns.
   *
   * @return whether it is certain that no credit loop has come with them
   */
  boolean fill(ForwardingTables tables) {
    int leafLid = lid(leaf);
    if (leafLid == Fabric.NONE) {
      return true;
    }
    int[] adapters = tree.destinations().adaptersBySwitch();
    boolean any = false;
    for (int node = 0; node < tree.switchCount(); node++) {
      if (node == leaf || !tree.ranks().isRanked(node)) {
        continue;
      }
      int number = tables.port(node, leafLid);
      if (number == ForwardingTables.NO_PORT) {
        continue;
      }
      byte[] row = reach.row(node);
      for (int home = 0; home < row.length; home++) {
        any |= row[home] == Reach.NONE && fill(tables, node, home, number, adapters[node] > 0);
      }
    }
    return safe || !any;
  }

  private boolean fill(
      ForwardingTables tables, int node, int home, int number, boolean hasAdapters) {
    Destinations destinations = tree.destinations();
    boolean any = false;
    for (int i = destinations.first[home]; i < destinations.first[home + 1]; i++) {
      int lid = destinations.lids[i];
      if ((!hasAdapters || destinations.kinds[i] == Destinations.Kind.SWITCH)
          && tables.port(node, lid) == ForwardingTables.NO_PORT
          && tables.port(leaf, lid) != ForwardingTables.NO_PORT) {
        tables.set(node, lid, stays(node, lid) ? before.port(node, lid) : number);
        any = true;
      }
    }
    return any;
  }

  /** Whether an entry of before leads towards the leaf. */
  private boolean stays(int node, int lid) {
    int group = before == null ? Fabric.NONE : groupBefore(node, lid);
    return group != Fabric.NONE && nearer.lead(node, reach.row(node)[leaf], leaf, group);
  }

  private int lid(int node) {
    Destinations destinations = tree.destinations();
    int own = destinations.first[node];
    return own < destinations.first[node + 1] && destinations.kinds[own] == Destinations.Kind.SWITCH
        ? destinations.lids[own]
        : Fabric.NONE;
  }
}
