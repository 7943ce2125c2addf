package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import java.util.Arrays;

/**
 * Looks for an order of channels into which as many as possible fit of the paths it looks at: those
 * whose channels ascend in it.
 *
 * <p>The order is {@link GreedyOrder}'s for the paths that take each turn. It is bettered by {@link
 * Sifting} with other weights: what a turn counts is how many paths fit that take it, or would fit
 * if it led forwards. A pass over the trees gives either, because each path is one step longer than
 * that of the next switch.
 *
 * <p>Owned by one thread.
 */
final class BestOrder {
  private static final int BETTERMENTS = 2;
  private static final int SIFTS = 3;
  private static final int NO_TURN = -1; // in firstBad

  private final DestinationTrees trees;
  private final DestinationTrees.View view;
  private final Traffic traffic;
  private final LayerRows rows;
  private final Turns turns;
  private final int[] tail;
  private final int[] head;
  private final Sifting sifting;
  private final long[] weights; // by turn

  // Of the tree at hand, by switch.
  private final int[] exit; // the channel it forwards by, Fabric.NONE at the tree's home
  private final int[] bad; // turns on its path that lead backwards
  private final int[] firstBad; // if there is one, it is this; NO_TURN if none
  private final long[] carried; // paths to be counted that come by or begin there

  private boolean isEssential; // whether it looks at those alone
  private int from; // the layer, or LayerRows.NONE, of the paths it looks at
  private int[] open = {}; // trees with such paths
  private int openCount;
  private long left; // paths it looks at

  BestOrder(DestinationTrees trees, Traffic traffic, LayerRows rows) {
    this.trees = trees;
    this.traffic = traffic;
    this.rows = rows;
    view = trees.new View();
    turns = trees.turns;
    tail = turns.tail;
    head = turns.channels.head;
    sifting = new Sifting(turns);
    weights = new long[turns.count];
    int switches = turns.channels.switchCount;
    exit = new int[switches];
    bad = new int[switches];
    firstBad = new int[switches];
    carried = new long[switches];
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
    openCount = 0;
    left = 0;
    for (int tree = 0; tree < trees.lids.length; tree++) {
      boolean isAsked = (!essential || traffic.receives[tree]) && rows.mayHave(tree, layer);
      long found = 0;
      if (isAsked) {
        view.at(tree);
        for (int way = 0; way < view.count; way++) {
          found += isOpen(tree, tail[view.ways[way]]) ? 1 : 0;
        }
      }
      if (found > 0) {
        open[openCount++] = tree;
        left += found;
      }
    }
    return left;
  }

  /** How many paths it is about. */
  long left() {
    return left;
  }

  private boolean isOpen(int tree, int node) {
    return (!isEssential || traffic.sends[node]) && rows.layer(tree, node) == from;
  }

  /** By channel: its position in the order. All paths fit where their turns make no cycle. */
  int[] find() {
    countPaths();
    int[] order = GreedyOrder.of(turns, weights);
    if (!leadsBackwards(order)) {
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
      sifting.better(order, weights, 1);
    }
    return best;
  }

  private boolean leadsBackwards(int[] order) {
    Channels channels = turns.channels;
    for (int channel = 0; channel < channels.count; channel++) {
      int node = head[channel];
      for (int after = channels.firstOf[node]; after < channels.firstOf[node + 1]; after++) {
        if (order[channel] > order[after] && weights[turns.of(channel, after)] != 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Weighs turns by the open paths that take them. */
  private void countPaths() {
    Arrays.fill(weights, 0);
    for (int i = 0; i < openCount; i++) {
      int tree = open[i];
      view.at(tree);
      int[] ways = view.ways;
      exit[view.home] = Fabric.NONE;
      carried[view.home] = 0;
      for (int way = 0; way < view.count; way++) {
        int node = tail[ways[way]];
        exit[node] = ways[way];
        carried[node] = isOpen(tree, node) ? 1 : 0;
      }
      for (int way = view.count - 1; way >= 0; way--) {
        int channel = ways[way];
        long paths = carried[tail[channel]];
        int next = head[channel];
        carried[next] += paths;
        if (exit[next] != Fabric.NONE) {
          weights[turns.of(channel, exit[next])] += paths;
        }
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
    Arrays.fill(weights, 0);
    long fit = 0;
    for (int i = 0; i < openCount; i++) {
      int tree = open[i];
      view.at(tree);
      compare(order);
      carried[view.home] = 0;
      for (int way = 0; way < view.count; way++) {
        int node = tail[view.ways[way]];
        carried[node] = 0;
        if (bad[node] <= 1 && isOpen(tree, node)) {
          if (bad[node] == 0) {
            carried[node] = 1;
            fit++;
          } else {
            weights[firstBad[node]]++;
          }
        }
      }
      for (int way = view.count - 1; way >= 0; way--) {
        int channel = view.ways[way];
        long paths = carried[tail[channel]];
        int next = head[channel];
        if (paths != 0 && exit[next] != Fabric.NONE) {
          carried[next] += paths;
          weights[turns.of(channel, exit[next])] += paths;
        }
      }
    }
    return fit;
  }

  /** Finds which turns of the tree lead backwards. */
  private void compare(int[] order) {
    exit[view.home] = Fabric.NONE;
    bad[view.home] = 0;
    firstBad[view.home] = NO_TURN;
    for (int way = 0; way < view.count; way++) {
      int channel = view.ways[way];
      int node = tail[channel];
      int next = head[channel];
      int after = exit[next];
      exit[node] = channel;
      if (after != Fabric.NONE && order[channel] > order[after]) {
        bad[node] = bad[next] + 1;
        firstBad[node] = turns.of(channel, after);
      } else {
        bad[node] = bad[next];
        firstBad[node] = firstBad[next];
      }
    }
  }

  /** Puts the paths that fit into a layer; what is left are the others. */
  void assign(int[] order, int layer) {
    int kept = 0;
    for (int i = 0; i < openCount; i++) {
      int tree = open[i];
      view.at(tree);
      compare(order);
      boolean isDone = true;
      boolean isWhole = rows.isEmpty(tree) && view.count == bad.length - 1;
      for (int way = 0; way < view.count; way++) {
        int node = tail[view.ways[way]];
        isWhole &= bad[node] == 0;
        if (isOpen(tree, node)) {
          left -= bad[node] == 0 ? 1 : 0;
          isDone &= bad[node] == 0;
        }
      }
      // Where all paths of a tree fit, those that are not essential are in the same layer.
      if (isWhole) {
        rows.fill(tree, layer);
      } else {
        for (int way = 0; way < view.count; way++) {
          int node = tail[view.ways[way]];
          if (bad[node] == 0 && isOpen(tree, node)) {
            rows.set(tree, node, layer);
          }
        }
      }
      if (!isDone) {
        open[kept++] = tree;
      }
    }
    openCount = kept;
  }

  /** Takes the paths that do not fit out of their layer; what is left are the others. */
  void release(int[] order) {
    for (int i = 0; i < openCount; i++) {
      int tree = open[i];
      view.at(tree);
      compare(order);
      for (int way = 0; way < view.count; way++) {
        int node = tail[view.ways[way]];
        if (bad[node] != 0 && isOpen(tree, node)) {
          rows.set(tree, node, LayerRows.NONE);
          left--;
        }
      }
    }
  }

  /** By turn: how many of the paths it is about take it; overwritten by whatever comes next. */
  long[] taken() {
    countPaths();
    return weights;
  }
}
