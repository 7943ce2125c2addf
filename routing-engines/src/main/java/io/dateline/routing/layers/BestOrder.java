package io.dateline.routing.layers;

import java.util.Arrays;

/**
 * Looks for an order of channels into which as many as possible fit of the paths it looks at: those
 * whose channels ascend in it.
 *
 * <p>The order is {@link GreedyOrder}'s for the paths that take each turn. It is bettered by {@link
 * Sifting} with other weights: what a turn counts is how many paths fit that take it, or would fit
 * if it led forwards. A pass over the trees gives either, because each path is one step longer than
 * that of the next switch. The more paths have their layer, the less is left of the trees ({@link
 * OpenTree}).
 *
 * <p>Owned by one thread.
 */
final class BestOrder {
  private static final int BETTERMENTS = 2;
  private static final int SIFTS = 3;

  private final DestinationTrees trees;
  private final DestinationTrees.View view;
  private final Traffic traffic;
  private final LayerRows rows;
  private final Turns turns;
  private final Sifting sifting;
  private final int switches;
  private final long[] weights; // by turn, and one for the first channels of trees, which is nought
  private final boolean[] isBackward; // likewise, in the order at hand

  // Of the tree at hand, by place.
  private final OpenTree scratch; // where trees are not kept
  private final int[] bad; // turns on its path that lead backwards
  private final int[] firstBad; // if there is one, it is this
  private final int[] carried; // paths to be counted that come by or begin there

  private boolean isEssential; // whether it looks at those alone
  private int from; // the layer, or LayerRows.NONE, of the paths it looks at
  private int[] open = {}; // trees with such paths
  private OpenTree[] kept = {}; // parallel to them; null where trees are not kept
  private int openCount;
  private long left; // paths it looks at
  private int[] begun; // the order that is to be bettered; null while there is none
  private boolean allFit; // into that order
  private boolean isCounted; // whether weights are the open paths that take turns

  BestOrder(DestinationTrees trees, Traffic traffic, LayerRows rows) {
    this.trees = trees;
    this.traffic = traffic;
    this.rows = rows;
    view = trees.new View();
    turns = trees.turns;
    sifting = new Sifting(turns);
    switches = traffic.sends.length;
    weights = new long[turns.count() + 1];
    isBackward = new boolean[turns.count() + 1];
    scratch = new OpenTree(switches);
    bad = new int[switches];
    firstBad = new int[switches];
    carried = new int[switches];
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
    open = new int[trees.lids.length];
    kept = new OpenTree[trees.lids.length];
    openCount = 0;
    left = 0;
    begun = null;
    Arrays.fill(weights, 0);
    for (int tree = 0; tree < trees.lids.length; tree++) {
      if ((!essential || traffic.receives[tree]) && rows.mayHave(tree, layer)) {
        read(tree, scratch);
        if (scratch.openCount > 0) {
          open[openCount++] = tree;
          left += scratch.openCount;
          weighOpen(scratch);
        }
      }
    }
    isCounted = true;
    return left;
  }

  private void read(int tree, OpenTree into) {
    view.at(tree);
    into.read(view, turns, rows.row(tree), isEssential ? traffic.sends : null, from);
  }

  private OpenTree tree(int i) {
    if (kept[i] != null) {
      return kept[i];
    }
    read(open[i], scratch);
    return scratch;
  }

  /** A tree that will be looked at again. */
  private OpenTree keptTree(int i) {
    if (kept[i] == null && trees.isKept()) {
      kept[i] = tree(i).copy();
    }
    return tree(i);
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
        weighOpen(tree(i));
      }
      isCounted = true;
    }
    weights[turns.count()] = 0;
  }

  private void weighOpen(OpenTree tree) {
    int[] links = tree.links;
    for (int place = 0; place < tree.count; place++) {
      carried[place] = links[place] & 1;
    }
    weigh(tree);
  }

  /** Adds what places carry to the weights of the turns on their paths. */
  private void weigh(OpenTree tree) {
    int[] links = tree.links;
    int[] taken = tree.turns;
    int[] carried = this.carried;
    long[] weights = this.weights;
    for (int place = tree.count - 1; place > 0; place--) {
      int paths = carried[place];
      if (paths != 0) {
        weights[taken[place]] += paths;
        carried[links[place] >> 1] += paths;
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
    boolean[] isBackward = this.isBackward;
    int[] bad = this.bad;
    int[] firstBad = this.firstBad;
    int[] carried = this.carried;
    long fit = 0;
    for (int i = 0; i < openCount; i++) {
      OpenTree tree = keptTree(i);
      int[] links = tree.links;
      int[] taken = tree.turns;
      bad[0] = 0;
      carried[0] = 0;
      for (int place = 1; place < tree.count; place++) {
        int link = links[place];
        int next = link >> 1;
        int turn = taken[place];
        int backward = bad[next];
        int first = firstBad[next];
        if (isBackward[turn]) {
          backward++;
          first = turn;
        }
        bad[place] = backward;
        firstBad[place] = first;
        int isOpen = link & 1;
        if (backward == 0) {
          carried[place] = isOpen;
          fit += isOpen;
        } else {
          carried[place] = 0;
          if (backward == 1) {
            weights[first] += isOpen;
          }
        }
      }
      weigh(tree);
    }
    weights[turns.count()] = 0;
    return fit;
  }

  /** Finds how many turns lead backwards on the paths of a tree. */
  private void compare(OpenTree tree) {
    bad[0] = 0;
    for (int place = 1; place < tree.count; place++) {
      bad[place] = bad[tree.links[place] >> 1] + (isBackward[tree.turns[place]] ? 1 : 0);
    }
  }

  /** Puts the paths that fit into a layer; what is left are the others. */
  void assign(int[] order, int layer) {
    turns.findBackward(order, isBackward);
    isCounted = false;
    int still = 0;
    for (int i = 0; i < openCount; i++) {
      OpenTree tree = tree(i);
      compare(tree);
      boolean isWhole = rows.isEmpty(open[i]) && tree.count == switches;
      int fit = 0;
      for (int place = 1; place < tree.count; place++) {
        isWhole &= bad[place] == 0;
        fit += bad[place] == 0 ? tree.links[place] & 1 : 0;
      }
      left -= fit;
      // Where all paths of a tree fit, those that are not essential are in the same layer.
      if (isWhole) {
        rows.fill(open[i], layer);
      } else if (fit > 0) {
        byte[] row = rows.own(open[i]);
        for (int place = 1; place < tree.count; place++) {
          if (bad[place] == 0 && (tree.links[place] & 1) != 0) {
            row[tree.nodes[place]] = (byte) layer;
          }
        }
      }
      if (fit < tree.openCount) {
        if (fit > 0 && kept[i] != null) {
          tree.keepOpen(bad, carried);
        }
        kept[still] = kept[i];
        open[still++] = open[i];
      }
    }
    openCount = still;
  }

  /** Takes the paths that do not fit out of their layer; what is left are the others. */
  void release(int[] order) {
    turns.findBackward(order, isBackward);
    for (int i = 0; i < openCount; i++) {
      OpenTree tree = tree(i);
      compare(tree);
      for (int place = 1; place < tree.count; place++) {
        if (bad[place] != 0 && (tree.links[place] & 1) != 0) {
          rows.set(open[i], tree.nodes[place], LayerRows.NONE);
          tree.close(place);
          left--;
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
