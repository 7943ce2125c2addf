package io.dateline.routing.layers;

import io.dateline.routing.cdg.Turns;
import java.util.Arrays;

/**
 * Looks for an order of channels into which as many as possible fit of the paths it looks at: those
 * whose channels ascend in it.
 *
 * <p>The order is {@link GreedyOrder}'s for the paths that take each turn. It is bettered by {@link
 * Sifting} with other weights: what a turn counts is how many paths fit that take it, or would fit
 * if it led forwards. A pass over the trees gives either, because each path is one step longer than
 * that of the next switch. The more paths have their layer, the less is left of the trees ({@link
 * MergedTrees}).
 *
 * <p>Owned by one thread.
 */
final class BestOrder {
  private static final int BETTERMENTS = 2;
  private static final int SIFTS = 3;

  private final DestinationTrees trees;
  private final TreeMerger merger;
  private final Traffic traffic;
  private final LayerRows rows;
  private final Turns turns;
  private final Sifting sifting;
  private final long[] weights; // by turn, and one for the first channels of trees, which is nought
  private final boolean[] isBackward; // likewise, in the order at hand

  // Of the trees at hand, by place.
  private int[] bad = {}; // turns on its path that lead backwards
  private int[] firstBad = {}; // if there is one, it is this
  private int[] carried = {}; // paths to be counted that come by or begin there

  private boolean isEssential; // whether it looks at those alone
  private int from; // the layer, or LayerRows.NONE, of the paths it looks at
  private int[][] open = {}; // trees of one home each, with such paths
  private MergedTrees[] kept = {}; // parallel to them; null where trees are not kept
  private int openCount;
  private long left; // paths it looks at
  private int[] begun; // the order that is to be bettered; null while there is none
  private boolean allFit; // into that order
  private boolean isCounted; // whether weights are the open paths that take turns

  BestOrder(DestinationTrees trees, Traffic traffic, LayerRows rows) {
    this.trees = trees;
    this.traffic = traffic;
    this.rows = rows;
    merger = trees.merger();
    turns = trees.turns;
    sifting = new Sifting(turns);
    weights = new long[turns.count() + 1];
    isBackward = new boolean[turns.count() + 1];
  }

  /**
   * Says which paths it is about.
   *
   * @param essential whether only {@link Traffic}'s essential ones
   * @param layer where they are now; {@link LayerRows#NONE} for those that have none
   * @return how many there are
   */
  long select(boolean essential, int layer) {
    isEssential = essential;
    from = layer;
    open = new int[trees.groups.length][];
    kept = new MergedTrees[trees.groups.length];
    openCount = 0;
    left = 0;
    begun = null;
    Arrays.fill(weights, 0);
    for (int[] group : trees.groups) {
      int[] some = thatMayBeOpen(group);
      if (some.length == 0) {
        continue;
      }
      MergedTrees merged = read(some);
      if (merged.openCount > 0) {
        kept[openCount] = trees.areKept() ? merged.copy() : null;
        open[openCount++] = some;
        left += merged.openCount;
        weighOpen(merged);
      }
    }
    isCounted = true;
    return left;
  }

  private int[] thatMayBeOpen(int[] group) {
    int[] some = new int[group.length];
    int found = 0;
    for (int tree : group) {
      if (mayBeOpen(tree)) {
        some[found++] = tree;
      }
    }
    return found == some.length ? some : Arrays.copyOf(some, found);
  }

  private boolean mayBeOpen(int tree) {
    return (!isEssential || traffic.receives[tree]) && rows.has(tree, from, trees.homes[tree]);
  }

  private MergedTrees read(int[] some) {
    int home = trees.homes[some[0]];
    MergedTrees merged = merger.read(home, some, rows, isEssential ? traffic.sends : null, from);
    if (merged.count > bad.length) {
      bad = new int[merged.links.length];
      firstBad = new int[merged.links.length];
      carried = new int[merged.links.length];
    }
    return merged;
  }

  private MergedTrees merged(int i) {
    return kept[i] != null ? kept[i] : read(open[i]);
  }

  /** How many paths it is about. */
  long left() {
    return left;
  }

  /** Whether the turns of all paths make no cycle, so that {@link #find} will find room for all. */
  boolean allFit() {
    if (begun == null) {
      countPaths();
      begun = GreedyOrder.of(turns, weights);
      allFit = !leadsBackwards(begun);
    }
    return allFit;
  }

  /** By channel: its position in the order. */
  int[] find() {
    boolean isFound = allFit();
    int[] order = begun;
    begun = null;
    if (isFound) {
      return order;
    }
    sifting.better(order, weights, SIFTS);
    int[] best = null;
    long mostFit = -1;
    for (int i = 0; i < BETTERMENTS; i++) {
      long fit = countNeeded(order);
      if (fit > mostFit) {
        mostFit = fit;
        best = order.clone();
      }
      if (fit == left) {
        break;
      }
      if (i + 1 < BETTERMENTS) {
        sifting.better(order, weights, 1);
      }
    }
    return best;
  }

  private boolean leadsBackwards(int[] order) {
    turns.findBackward(order, isBackward);
    for (int turn = 0; turn < isBackward.length; turn++) {
      if (isBackward[turn] && weights[turn] != 0) {
        return true;
      }
    }
    return false;
  }

  /** Weighs turns by the open paths that take them. */
  private void countPaths() {
    if (!isCounted) {
      Arrays.fill(weights, 0);
      for (int i = 0; i < openCount; i++) {
        weighOpen(merged(i));
      }
      isCounted = true;
    }
    weights[turns.count()] = 0;
  }

  private void weighOpen(MergedTrees merged) {
    for (int place = 0; place < merged.count; place++) {
      carried[place] = merged.open[place];
    }
    weigh(merged);
  }

  /** Adds what places carry to the weights of the turns on their paths. */
  private void weigh(MergedTrees merged) {
    int[] links = merged.links;
    int[] taken = merged.turns;
    int[] carried = this.carried;
    long[] weights = this.weights;
    for (int place = merged.count - 1; place > 0; place--) {
      int paths = carried[place];
      if (paths != 0) {
        weights[taken[place]] += paths;
        carried[links[place]] += paths;
      }
    }
  }

  /**
   * Weighs turns by the open paths that fit and take them, and by those that would fit but for this
   * turn.
   *
   * @return how many fit
   */
  private long countNeeded(int[] order) {
    isCounted = false;
    Arrays.fill(weights, 0);
    turns.findBackward(order, isBackward);
    long fit = 0;
    for (int i = 0; i < openCount; i++) {
      MergedTrees merged = merged(i);
      fit += carryFitting(merged);
      weigh(merged);
    }
    weights[turns.count()] = 0;
    return fit;
  }

  private int carryFitting(MergedTrees merged) {
    int[] links = merged.links;
    int[] taken = merged.turns;
    byte[] open = merged.open;
    boolean[] isBackward = this.isBackward;
    int[] bad = this.bad;
    int[] firstBad = this.firstBad;
    int[] carried = this.carried;
    int fit = 0;
    bad[0] = 0;
    carried[0] = 0;
    for (int place = 1; place < merged.count; place++) {
      int next = links[place];
      int turn = taken[place];
      int backward = bad[next];
      int first = firstBad[next];
      if (isBackward[turn]) {
        backward++;
        first = turn;
      }
      bad[place] = backward;
      firstBad[place] = first;
      if (backward == 0) {
        carried[place] = open[place];
        fit += open[place];
      } else {
        carried[place] = 0;
        if (backward == 1) {
          weights[first] += open[place];
        }
      }
    }
    return fit;
  }

  /** Finds how many turns lead backwards on the paths of trees. */
  private void compare(MergedTrees merged) {
    bad[0] = 0;
    for (int place = 1; place < merged.count; place++) {
      bad[place] = bad[merged.links[place]] + (isBackward[merged.turns[place]] ? 1 : 0);
    }
  }

  /** Puts the paths that fit into a layer; what is left are the others. */
  void assign(int[] order, int layer) {
    turns.findBackward(order, isBackward);
    isCounted = false;
    int still = 0;
    for (int i = 0; i < openCount; i++) {
      MergedTrees merged = merged(i);
      compare(merged);
      int fit = 0;
      long unfit = 0; // LIDs
      for (int place = 1; place < merged.count; place++) {
        if (bad[place] == 0) {
          fit += merged.open[place];
        } else {
          unfit |= merged.members[place];
        }
      }
      left -= fit;
      if (fit > 0) {
        assign(merged, fillWhole(merged, ~unfit, layer), layer);
      }
      if (fit < merged.openCount) {
        if (fit > 0 && kept[i] != null) {
          merged.keepOpen(bad, untouched(merged), carried);
        }
        kept[still] = kept[i];
        open[still++] = open[i];
      }
    }
    openCount = still;
  }

  /**
   * Puts whole trees into a layer: where all paths to a LID fit, those that are not essential are
   * in the same one.
   *
   * @param fitting LIDs all of whose paths fit that the trees still hold
   * @return the LIDs whose paths all have their layer then
   */
  private long fillWhole(MergedTrees merged, long fitting, int layer) {
    long whole = merged.complete & fitting & untouched(merged);
    for (int bit = 0; bit < merged.trees.length; bit++) {
      if ((whole >>> bit & 1) != 0) {
        rows.fill(merged.trees[bit], layer);
      }
    }
    return whole;
  }

  /** The LIDs to which no path has a layer. */
  private long untouched(MergedTrees merged) {
    long untouched = 0;
    for (int bit = 0; bit < merged.trees.length; bit++) {
      untouched |= rows.isEmpty(merged.trees[bit]) ? 1L << bit : 0;
    }
    return untouched;
  }

  private void assign(MergedTrees merged, long done, int layer) {
    byte[][] written = new byte[merged.trees.length][];
    int[] bad = this.bad; // fields are read again and again before code is optimized
    for (int place = 1; place < merged.count; place++) {
      if (bad[place] == 0 && merged.open[place] > 0) {
        move(merged, merged.members[place] & ~done, merged.nodes[place], layer, written);
      }
    }
  }

  /**
   * Moves those paths from a switch that it is about to another layer.
   *
   * @param written by bit: the rows of trees that are written to already
   */
  private void move(MergedTrees merged, long members, int node, int layer, byte[][] written) {
    long rest = members;
    for (int bit = 0; rest != 0; bit++) {
      if ((rest & 1) != 0) {
        byte[] row = written[bit];
        if (row == null && rows.layer(merged.trees[bit], node) == from) {
          row = rows.own(merged.trees[bit]);
          written[bit] = row;
        }
        if (row != null && row[node] == from) {
          row[node] = (byte) layer;
        }
      }
      rest >>>= 1;
    }
  }

  /** Takes the paths that do not fit out of their layer; what is left are the others. */
  void release(int[] order) {
    turns.findBackward(order, isBackward);
    for (int i = 0; i < openCount; i++) {
      MergedTrees merged = merged(i);
      byte[][] written = new byte[merged.trees.length][];
      compare(merged);
      for (int place = 1; place < merged.count; place++) {
        int open = merged.open[place];
        if (bad[place] != 0 && open > 0) {
          move(merged, merged.members[place], merged.nodes[place], LayerRows.NONE, written);
          merged.close(place);
          left -= open;
          isCounted = false;
        }
      }
    }
  }

  /**
   * By turn: how many of the paths it is about take it; overwritten by whatever comes next. There
   * is one more, which is nought.
   */
  long[] taken() {
    countPaths();
    return weights;
  }
}
