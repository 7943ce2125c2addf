package io.dateline.routing.ftree;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.routing.balance.Destinations;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The leaves in the order that shift patterns should follow: those of a subtree stand together, and
 * so do the subtrees of a bigger one. Switches of the leaves' rank without compute nodes are among
 * them if their place is between leaves.
 *
 * @param order switches
 * @param places compute nodes that every leaf has a place for: as many as the fullest has
 * @param subtreePlaces by rank: places below a switch of that rank, a mean. Of what is below such a
 *     switch, no more than so many destinations that follow each other are sent to at a time.
 * @param subtrees by rank from 0 to the leaves', by leaf: the subtree below that rank
 */
record Leaves(int[] order, int places, int[] subtreePlaces, int[][] subtrees) {

  private static final int PADDING_MAX = 1 << 12; // slots; keeps numbers small in odd fabrics

  /**
   * The rank of the leaves: the lowest rank there is where no roots were given, else that of the
   * first compute node's switch; {@link Ranks#UNRANKED} if there is none.
   */
  static int rank(Tree tree, boolean rootsGiven) {
    Fabric fabric = tree.fabric();
    int first = Fabric.NONE;
    Destinations destinations = tree.destinations();
    for (int i = 0; i < destinations.count; i++) {
      int port = destinations.ports[i];
      if (destinations.isCompute(i)
          && tree.ranks().isRanked(destinations.homes[i])
          && (first == Fabric.NONE || port < destinations.ports[first])) {
        first = i;
      }
    }
    if (first == Fabric.NONE) {
      return Ranks.UNRANKED;
    }
    assert fabric.type(fabric.nodeOf(destinations.ports[first])) == NodeType.CA;
    return rootsGiven ? tree.rank(destinations.homes[first]) : tree.ranks().max;
  }

  /**
   * Orders the leaves.
   *
   * @param fromRoots ({@code quasi_ftree_indexing}) whether leaves below the same root stand
   *     together first of all, a leaf below several being counted to the first
   */
  static Leaves of(Tree tree, int leafRank, boolean fromRoots) {
    int[][] keys = new int[leafRank + 2][];
    keys[0] = fromRoots ? firstRoots(tree) : new int[tree.switchCount()];
    for (int rank = 1; rank <= leafRank; rank++) {
      keys[rank] = Parts.of(tree.graph(), tree.ranks(), rank, leafRank);
    }
    keys[leafRank + 1] = IntStream.range(0, tree.switchCount()).toArray();
    Comparator<Integer> comparator = Comparator.comparingInt(node -> keys[0][node]);
    for (int rank = 1; rank < keys.length; rank++) {
      int[] key = keys[rank];
      comparator = comparator.thenComparingInt(node -> key[node]);
    }
    int[] all =
        IntStream.range(0, tree.switchCount())
            .filter(node -> tree.rank(node) == leafRank)
            .boxed()
            .sorted(comparator)
            .mapToInt(node -> node)
            .toArray();
    int start = 0;
    int end = all.length;
    while (start < end && tree.destinations().computeNodesAt(all[start]) == 0) {
      start++;
    }
    while (start < end && tree.destinations().computeNodesAt(all[end - 1]) == 0) {
      end--;
    }
    int[] order = Arrays.copyOfRange(all, start, end);
    int places = 0;
    for (int node : order) {
      places = Math.max(places, tree.destinations().computeNodesAt(node));
    }
    int[] subtreePlaces = new int[tree.ranks().max + 1];
    Arrays.fill(subtreePlaces, places);
    int[][] subtrees = new int[leafRank + 1][];
    for (int rank = 0; rank <= leafRank; rank++) {
      int[] pieces = Parts.of(tree.graph(), tree.ranks(), rank, leafRank);
      subtrees[rank] = Arrays.stream(order).map(leaf -> pieces[leaf]).toArray();
      long count = Arrays.stream(subtrees[rank]).distinct().count();
      subtreePlaces[rank] = (int) ((long) places * order.length / count);
    }
    return new Leaves(order, places, subtreePlaces, subtrees);
  }

  /** By switch: the first root above it. */
  private static int[] firstRoots(Tree tree) {
    int[] roots = new int[tree.switchCount()];
    Arrays.fill(roots, Fabric.NONE);
    BreadthFirst search =
        new BreadthFirst(tree.graph(), (from, to) -> tree.rank(to) == tree.rank(from) + 1);
    for (int root = 0; root < roots.length; root++) {
      if (tree.rank(root) == 0) {
        int before = search.reached();
        search.spread(root);
        for (int place = before; place < search.reached(); place++) {
          roots[search.at(place)] = root;
        }
      }
    }
    return roots;
  }

  /**
   * The numbers of places, which main paths go by. They are those of the order, unless leaves have
   * fewer places than slots up and the order does not close to a circle: where slots are not all
   * taken equally often, the last nodes would meet with the first. Subtrees then begin with the
   * first slot, each.
   *
   * @param slotsUp by rank: of a switch in the leaves' tree
   * @return by leaf: the number of its first place; then the number behind the last leaf's
   */
  int[] starts(int[] slotsUp) {
    int[] ways = new int[slotsUp.length]; // by rank: slots of all ranks from there to the leaves
    long product = 1;
    for (int rank = slotsUp.length - 1; rank > 0; rank--) {
      product = Math.min(product * slotsUp[rank], Integer.MAX_VALUE);
      ways[rank] = (int) product;
    }
    boolean closes =
        (long) order.length * places % product == 0 || places >= slotsUp[slotsUp.length - 1];
    int[] starts = new int[order.length + 1];
    for (int leaf = 1; leaf <= order.length; leaf++) {
      int start = starts[leaf - 1] + places;
      for (int rank = slotsUp.length - 1; rank > 0 && !closes; rank--) {
        boolean isNext = leaf == order.length || subtrees[rank][leaf] != subtrees[rank][leaf - 1];
        if (isNext && subtreePlaces[rank] < ways[rank] && ways[rank] <= PADDING_MAX) {
          start = (start + ways[rank] - 1) / ways[rank] * ways[rank];
        }
      }
      starts[leaf] = start;
    }
    return starts;
  }

  /** How many leaves there are, those without compute nodes among them. */
  int count() {
    return order.length;
  }
}
