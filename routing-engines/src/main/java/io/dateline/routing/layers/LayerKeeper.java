package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gives paths the layers again that they were granted. Every path stays unless the paths of its
 * layer close a cycle; then those leave that the lightest turns are taken by, as {@link BestOrder}
 * finds them, and of these every path that fits in again comes back. What has left, and what is
 * new, goes to the first layer whose channel dependency graph stays without a cycle.
 *
 * <p>Owned by one thread.
 */
final class LayerKeeper {
  /** Paths that are tried one by one; of more, those at the end have a layer of their own. */
  private static final long SINGLE_MAX = 1_000_000;

  private final DestinationTrees trees;
  private final TreeReader reader;
  private final LayerRows rows;
  private final BestOrder best;
  private final boolean isEssential;
  private final List<LayerGraph> graphs = new ArrayList<>();
  private final int[] exit; // of the tree at hand, by switch
  private long singles;

  /**
   * A keeper.
   *
   * @param isEssential whether essential paths alone are to be free of cycles, and others keep what
   *     they were granted in any case
   */
  LayerKeeper(DestinationTrees trees, Traffic traffic, LayerRows rows, boolean isEssential) {
    this.isEssential = isEssential;
    this.trees = trees;
    this.rows = rows;
    reader = trees.reader();
    best = new BestOrder(trees, traffic, rows);
    exit = new int[traffic.sends.length];
  }

  /**
   * Keeps what can be kept and finds places for the rest.
   *
   * @param granted by tree, then by switch: the layer, {@link LayerRows#NONE} if none, null if
   *     nothing was granted; layers from {@code lanes} on do not count
   * @return orders of the layers; paths that fit into none are left without
   */
  List<int[]> keep(byte[][] granted, int lanes) {
    int layers = take(granted, lanes);
    for (int layer = 0; layer < layers; layer++) {
      graphs.add(kept(layer));
    }
    for (int tree = 0; tree < trees.lids.length; tree++) {
      if (rows.has(tree, LayerRows.NONE, trees.homes[tree])) {
        place(tree, granted[tree]);
      }
    }
    return graphs.stream().map(LayerGraph::order).toList();
  }

  /** The cycles for whose sake paths had to leave, each as channels. */
  List<int[]> cycles() {
    return graphs.stream().map(LayerGraph::cycle).filter(cycle -> cycle.length > 0).toList();
  }

  private int take(byte[][] granted, int lanes) {
    int layers = 0;
    for (int tree = 0; tree < granted.length; tree++) {
      byte[] row = granted[tree];
      if (row == null) {
        continue;
      }
      reader.read(trees.lids[tree]);
      int first = reader.home == Fabric.NONE ? LayerRows.NONE : row[reader.home];
      boolean isUniform =
          first != LayerRows.NONE && first < lanes && reader.count == exit.length - 1;
      for (int way = 0; way < reader.count; way++) {
        int layer = row[trees.turns.tail[reader.ways[way]]];
        isUniform &= layer == first;
        layers = layer < lanes ? Math.max(layers, layer + 1) : layers;
      }
      if (isUniform) {
        rows.fill(tree, first);
        continue;
      }
      if (first != LayerRows.NONE) {
        rows.set(tree, reader.home, first); // nothing to be proven: those at one switch
      }
      for (int way = 0; way < reader.count; way++) {
        int node = trees.turns.tail[reader.ways[way]];
        if (row[node] != LayerRows.NONE && row[node] < lanes) {
          rows.set(tree, node, row[node]);
        }
      }
    }
    return layers;
  }

  private LayerGraph kept(int layer) {
    best.select(isEssential, layer);
    best.release(best.find());
    LayerGraph graph = new LayerGraph(trees.turns);
    graph.addAll(best.taken());
    return graph;
  }

  private void place(int tree, byte[] granted) {
    reader.read(trees.lids[tree]);
    if (reader.home == Fabric.NONE) {
      return;
    }
    exit[reader.home] = Fabric.NONE;
    for (int way = 0; way < reader.count; way++) {
      exit[trees.turns.tail[reader.ways[way]]] = reader.ways[way];
    }
    for (int way = 0; way < reader.count; way++) {
      int node = trees.turns.tail[reader.ways[way]];
      if (rows.layer(tree, node) == LayerRows.NONE && singles++ < SINGLE_MAX) {
        int layer = place(node, granted == null ? LayerRows.NONE : granted[node]);
        if (layer != LayerRows.NONE) {
          rows.set(tree, node, layer);
        }
      }
    }
  }

  private int place(int node, int granted) {
    if (granted >= 0 && granted < graphs.size() && graphs.get(granted).add(exit, node)) {
      return granted;
    }
    for (int layer = 0; layer < graphs.size(); layer++) {
      if (layer != granted && graphs.get(layer).add(exit, node)) {
        return layer;
      }
    }
    return LayerRows.NONE;
  }

  /** How many paths have another layer than was granted; paths that have none now do not count. */
  long moved(byte[][] granted) {
    long moved = 0;
    for (int tree = 0; tree < granted.length; tree++) {
      byte[] row = granted[tree];
      if (row != null && !Arrays.equals(row, rows.row(tree))) {
        reader.read(trees.lids[tree]);
        for (int way = 0; way < reader.count; way++) {
          int node = trees.turns.tail[reader.ways[way]];
          moved += row[node] != LayerRows.NONE && row[node] != rows.layer(tree, node) ? 1 : 0;
        }
      }
    }
    return moved;
  }
}
