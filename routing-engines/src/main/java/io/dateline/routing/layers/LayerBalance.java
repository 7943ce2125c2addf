package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Spreads paths that have layers over all lanes there are, so that each carries about as many: the
 * fourth phase of J. Domke, T. Hoefler and W. Nagel, "Deadlock-Free Oblivious Routing for Arbitrary
 * Topologies", IPDPS 2011. What counts is paths between adapters.
 *
 * <p>A layer is split into several with the same order of channels, into which all its paths fit:
 * the fullest one again and again, as far as there are lanes. Paths to one LID stay together. Then
 * layers that carry less than their part take single paths that fit into their order from those
 * that carry more.
 *
 * <p>Owned by one thread; the same paths are spread in the same way each time.
 */
final class LayerBalance {
  /** Of its part: a layer that carries so much gets no more. Single paths take memory and time. */
  private static final double NEARLY = 0.95;

  private final DestinationTrees trees;
  private final Traffic traffic;
  private final LayerRows rows;
  private final TreeReader reader;
  private final List<int[]> orders;
  private final boolean[] fits; // by switch: whether its path to the LID at hand ascends
  private final int[] exit; // likewise: the channel it forwards by
  private long[] load; // by layer: paths between adapters

  private LayerBalance(
      DestinationTrees trees, Traffic traffic, LayerRows rows, List<int[]> orders) {
    this.trees = trees;
    this.traffic = traffic;
    this.rows = rows;
    this.orders = new ArrayList<>(orders);
    reader = trees.reader();
    fits = new boolean[traffic.sends.length];
    exit = new int[traffic.sends.length];
    load = new long[orders.size()];
  }

  /**
   * Spreads them, where there are more lanes than layers.
   *
   * @param rows the layers of all paths, which are written to
   * @param orders by layer, then by channel: its position; channels of a layer's paths ascend
   * @param lanes layers at most
   * @return the orders of all layers then
   */
  static List<int[]> spread(
      DestinationTrees trees, Traffic traffic, LayerRows rows, List<int[]> orders, int lanes) {
    if (orders.isEmpty() || orders.size() >= lanes) {
      return orders;
    }
    LayerBalance balance = new LayerBalance(trees, traffic, rows, orders);
    balance.split(lanes);
    balance.level();
    return List.copyOf(balance.orders);
  }

  private void split(int lanes) {
    int layers = orders.size();
    int[][] paths = new int[traffic.lids.length][];
    int[] parts = new int[layers]; // LIDs to which a layer has paths
    for (int tree = 0; tree < paths.length; tree++) {
      paths[tree] = count(tree);
      for (int layer = 0; layer < layers; layer++) {
        load[layer] += paths[tree][layer];
        parts[layer] += paths[tree][layer] > 0 ? 1 : 0;
      }
    }
    int[][] copies = copies(parts, lanes);
    load = new long[orders.size()];
    byte[] to = new byte[layers];
    for (int tree = 0; tree < paths.length; tree++) {
      for (int layer = 0; layer < layers; layer++) {
        int lightest = copies[layer][0];
        for (int copy : copies[layer]) {
          lightest = load[copy] < load[lightest] ? copy : lightest;
        }
        to[layer] = (byte) lightest;
        load[lightest] += paths[tree][layer];
      }
      rows.replace(tree, to);
    }
  }

  /** Paths between adapters to a LID, by layer. */
  private int[] count(int tree) {
    int[] paths = new int[orders.size()];
    if (!traffic.receives[tree]) {
      return paths;
    }
    byte[] row = rows.row(tree);
    for (int node = 0; node < row.length; node++) {
      if (traffic.sends[node] && row[node] != LayerRows.NONE && node != trees.homes[tree]) {
        paths[row[node]]++;
      }
    }
    return paths;
  }

  /** By layer: the layers that it becomes, itself among them. Adds their orders. */
  private int[][] copies(int[] parts, int lanes) {
    int[][] copies = new int[load.length][];
    Arrays.setAll(copies, layer -> new int[] {layer});
    while (orders.size() < lanes) {
      int fullest = -1;
      for (int layer = 0; layer < copies.length; layer++) {
        boolean isDivisible = copies[layer].length < parts[layer];
        if (isDivisible && (fullest < 0 || isFuller(layer, fullest, copies))) {
          fullest = layer;
        }
      }
      if (fullest < 0) {
        break;
      }
      int count = copies[fullest].length;
      copies[fullest] = Arrays.copyOf(copies[fullest], count + 1);
      copies[fullest][count] = orders.size();
      orders.add(orders.get(fullest));
    }
    return copies;
  }

  private boolean isFuller(int layer, int other, int[][] copies) {
    return load[layer] * copies[other].length > load[other] * copies[layer].length;
  }

  private void level() {
    long part = Math.ceilDiv(Arrays.stream(load).sum(), load.length);
    for (int layer = 0; layer < load.length; layer++) {
      if (load[layer] > NEARLY * part) {
        continue;
      }
      for (int tree = 0; tree < traffic.lids.length && load[layer] < part; tree++) {
        if (traffic.receives[tree]) {
          take(tree, layer, part);
        }
      }
    }
  }

  private void take(int tree, int layer, long part) {
    reader.read(traffic.lids[tree]);
    if (reader.home == Fabric.NONE) {
      return;
    }
    int[] order = orders.get(layer);
    fits[reader.home] = true;
    exit[reader.home] = Fabric.NONE;
    for (int way = 0; way < reader.count && load[layer] < part; way++) {
      int channel = reader.ways[way];
      int node = trees.turns.tail[channel];
      int next = trees.turns.head[channel];
      exit[node] = channel;
      fits[node] = fits[next] && (exit[next] == Fabric.NONE || order[channel] < order[exit[next]]);
      int now = rows.layer(tree, node);
      if (fits[node] && traffic.sends[node] && now != LayerRows.NONE && load[now] > part) {
        rows.set(tree, node, layer);
        load[now]--;
        load[layer]++;
      }
    }
  }
}
