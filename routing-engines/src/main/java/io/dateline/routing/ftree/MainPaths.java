package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.routing.balance.Destinations;
import java.util.Arrays;

/**
 * For every destination one path up to a root. Every switch that can sends to the destination by
 * the switches on it, so it decides which cables down its packets take, and with that which ones
 * up.
 *
 * <p>The path of the n-th compute node, places of missing ones counted, leaves its leaf by slot n
 * mod k of the k cables up, the next switch by slot (n div k) mod k', and so on, where a parent
 * that has several of the slots counts the paths that come by all of them. In a whole tree no two
 * flows of a shift pattern meet (E. Zahavi, "D-Mod-K Routing Providing Non-Blocking Traffic for
 * Shift Permutations on Real Life Fat Trees", CCIT report 776, Technion, 2010, section 4). Where
 * the slot's cable is missing, the path takes the cable that the fewest have got once all others
 * have theirs, and so it does from there on up. Other adapters follow compute nodes in the same
 * manner, and switches, which are not counted.
 *
 * <p>Immutable; do not write to the arrays.
 */
final class MainPaths {
  final int[][] switches; // [rank][destination]: the path's switch, or Fabric.NONE below its end
  final int[][] cables; // [rank][destination]: port index by which that switch's parent is reached

  private final Tree tree;
  private final Slots[] slots; // by rank, null for roots
  private final int[] numbers; // by destination
  private final int[] order; // destinations by number
  private final boolean[] isIrregular; // by switch: whether paths leave it by slots in turns
  private final int[] cableLoads; // by port index
  private final int[] switchLoads; // by switch: paths that come up to it

  private MainPaths(Tree tree, Leaves leaves) {
    this.tree = tree;
    int count = tree.destinations().count;
    int ranks = tree.ranks().max + 1;
    switches = new int[ranks][count];
    cables = new int[ranks][count];
    for (int rank = 0; rank < ranks; rank++) {
      Arrays.fill(switches[rank], Fabric.NONE);
      Arrays.fill(cables[rank], Fabric.NONE);
    }
    slots = new Slots[ranks];
    for (int rank = 1; rank < ranks; rank++) {
      slots[rank] = new Slots(tree, rank);
    }
    numbers = new int[count];
    isIrregular = new boolean[tree.switchCount()];
    cableLoads = new int[tree.fabric().portCount()];
    switchLoads = new int[tree.switchCount()];
    number(leaves);
    order = byNumber();
    for (int i = 0; i < count; i++) {
      int home = tree.destinations().homes[i];
      if (tree.ranks().isRanked(home)) {
        switches[tree.rank(home)][i] = home;
      }
    }
  }

  /**
   * Chooses paths.
   *
   * @param wanted [rank][destination]: port indices of cables up that are to be taken whatever
   *     their slot, {@link Fabric#NONE} where there is no such wish; or null
   */
  static MainPaths of(Tree tree, Leaves leaves, int[][] wanted) {
    MainPaths paths = new MainPaths(tree, leaves);
    int[] places = paths.numbers.clone();
    for (int rank = tree.ranks().max; rank > 0; rank--) {
      paths.climb(rank, places, wanted == null ? null : wanted[rank]);
    }
    return paths;
  }

  private void number(Leaves leaves) {
    Destinations destinations = tree.destinations();
    Arrays.fill(numbers, Fabric.NONE);
    int[] starts = leaves.starts(cablesUp(leaves.order()[0]));
    for (int leaf = 0; leaf < leaves.count(); leaf++) {
      int node = leaves.order()[leaf];
      int next = starts[leaf];
      for (int i = destinations.first[node]; i < destinations.first[node + 1]; i++) {
        if (destinations.isCompute(i)) {
          numbers[i] = next++;
        }
      }
    }
    int next = starts[leaves.count()];
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] == Fabric.NONE && destinations.kinds[i] != Destinations.Kind.SWITCH) {
        numbers[i] = next++;
      }
    }
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] == Fabric.NONE) {
        numbers[i] = next++;
      }
    }
  }

  /** By rank: the slots up of a leaf and of switches above it. */
  private int[] cablesUp(int leaf) {
    int[] counts = new int[tree.rank(leaf) + 1];
    int node = leaf;
    for (int rank = tree.rank(leaf); rank > 0; rank--) {
      counts[rank] = slots[rank].count(node);
      node = tree.groups().remotes[tree.groups().first[node]];
    }
    return counts;
  }

  private int[] byNumber() {
    int[] destinationOf = new int[Arrays.stream(numbers).max().orElse(Fabric.NONE) + 1];
    Arrays.fill(destinationOf, Fabric.NONE);
    for (int i = 0; i < numbers.length; i++) {
      destinationOf[numbers[i]] = i;
    }
    return Arrays.stream(destinationOf).filter(i -> i != Fabric.NONE).toArray();
  }

  /** Leads all paths that have come to a rank to the one above. */
  private void climb(int rank, int[] places, int[] wanted) {
    Slots slotsUp = slots[rank];
    int[] from = switches[rank];
    for (int node = 0; node < isIrregular.length; node++) {
      isIrregular[node] |= tree.rank(node) == rank && slotsUp.areMissing(node);
    }
    for (int i : order) {
      if (from[i] == Fabric.NONE) {
        continue;
      }
      int slotCount = slotsUp.count(from[i]);
      int regular = places[i] % slotCount;
      int slot = isIrregular[from[i]] ? slotsUp.next(from[i], regular) : regular;
      places[i] = slotsUp.numberAtParent(from[i], places[i] / slotCount, slot);
      if (wanted == null) {
        take(rank, i, slotsUp.cable(from[i], slot));
        isIrregular[switches[rank - 1][i]] |= slot != regular;
      } else if (isCableOf(wanted[i], from[i])) {
        take(rank, i, wanted[i]);
      }
    }
    if (wanted != null) {
      for (int i : order) {
        if (from[i] != Fabric.NONE && cables[rank][i] == Fabric.NONE) {
          take(rank, i, leastLoaded(from[i], numbers[i]));
        }
      }
    }
  }

  private boolean isCableOf(int cable, int node) {
    return cable != Fabric.NONE && tree.fabric().nodeOf(cable) == node;
  }

  private void take(int rank, int destination, int cable) {
    int parent = tree.fabric().nodeOf(tree.fabric().peer(cable));
    cables[rank][destination] = cable;
    switches[rank - 1][destination] = parent;
    if (tree.destinations().kinds[destination] != Destinations.Kind.SWITCH) {
      cableLoads[cable]++;
      switchLoads[parent]++;
    }
  }

  /** Whether a parent has fewer paths for its breadth than another one. */
  private boolean isIdler(int parent, int other) {
    return (long) switchLoads[parent] * tree.breadth(other)
        < (long) switchLoads[other] * tree.breadth(parent);
  }

  /** The cable up with the fewest paths, then the one to the parent that has least to do. */
  private int leastLoaded(int node, int start) {
    PortGroups groups = tree.groups();
    int first = groups.firstCable[groups.first[node]];
    int count = groups.firstCable[groups.parentsEnd(node)] - first;
    int best = Fabric.NONE;
    int bestParent = Fabric.NONE;
    for (int i = 0; i < count; i++) {
      int cable = groups.cables[first + (start + i) % count];
      int parent = groups.remotes[groups.groupOfPort[cable]];
      if (best == Fabric.NONE
          || cableLoads[cable] < cableLoads[best]
          || (cableLoads[cable] == cableLoads[best] && isIdler(parent, bestParent))) {
        best = cable;
        bestParent = parent;
      }
    }
    return best;
  }

  /** The most paths to adapters that share a cable down. */
  int loadMax() {
    return Arrays.stream(cableLoads).max().orElse(0);
  }

  /** The destinations by number. */
  int[] order() {
    return order;
  }

  /** A destination's number: its place in the order of compute nodes, or one behind those. */
  int number(int destination) {
    return numbers[destination];
  }

  /**
   * Which of several cables to the same parent suits a destination: the one at the same place as on
   * its own path at that rank, if that is so long.
   */
  int place(int rank, int destination) {
    int cable = cables[rank][destination];
    return cable == Fabric.NONE ? numbers[destination] : tree.groups().places[cable];
  }
}
