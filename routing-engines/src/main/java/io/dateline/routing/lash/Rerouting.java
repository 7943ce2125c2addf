package io.dateline.routing.lash;

import io.dateline.routing.hops.HopMatrix;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Looks for other shortest paths with which pairs fit into the layer that they had: by way of a gap
 * that was closed, one switch before it, or at it, is given another step, unless another pair that
 * sends by that switch would have to leave a layer. So paths that were not cut stay as they are.
 * Owned by one thread.
 */
final class Rerouting {
  /** Steps that are tried, in all, so that every node gives up at the same place. */
  private static final int TRIES = 50_000;

  private final HeldLayers held;
  private final Steps steps;
  private final HopMatrix hops;
  private final Trees gapped;
  private final Upstream upstream;
  private final IntArrayList changes = new IntArrayList(); // destination, switch, step of before
  private int tries;

  private Rerouting(HeldLayers held, HopMatrix hops, Trees gapped) {
    this.held = held;
    this.hops = hops;
    this.gapped = gapped;
    steps = held.steps;
    upstream = new Upstream(steps, held.trees);
  }

  /**
   * Changes paths, so that more pairs hold the layer that they had.
   *
   * @param pairs that hold none
   * @param wanted [lower switch][higher switch]: the layer that they had or NONE
   * @param gapped the trees before gaps were closed
   */
  static void reroute(HeldLayers held, int[] pairs, byte[][] wanted, HopMatrix hops, Trees gapped) {
    Rerouting rerouting = new Rerouting(held, hops, gapped);
    for (int pair : pairs) {
      int a = pair / held.steps.switches;
      int b = pair % held.steps.switches;
      if (wanted[a][b] != HeldLayers.NONE) {
        rerouting.reroute(a, b, wanted[a][b]);
      }
    }
  }

  private void reroute(int a, int b, int layer) {
    changes.clear();
    if (held.hold(a, b, layer)
        || (fit(a, b, layer) && fit(b, a, layer) && held.hold(a, b, layer))) {
      return;
    }
    while (!changes.isEmpty()) {
      undoLast();
    }
  }

  /** Sees to it that a path fits into a layer by itself; false if it cannot be. */
  private boolean fit(int source, int destination, int layer) {
    if (held.takesOneWay(source, destination, layer)) {
      return true;
    }
    int last = lastGap(source, destination);
    int node = source;
    while (last >= 0) {
      if (fitAt(node, source, destination, layer)) {
        return true;
      }
      last = node == last ? -1 : last;
      node = steps.to[held.trees.step(node, destination)];
    }
    return false;
  }

  /** The last switch on a path that had no step; negative if all had one. */
  private int lastGap(int source, int destination) {
    int last = -1;
    int node = source;
    while (node != destination) {
      last = gapped.leads(node, destination) ? last : node;
      node = steps.to[held.trees.step(node, destination)];
    }
    return last;
  }

  private boolean fitAt(int node, int source, int destination, int layer) {
    byte[] distances = hops.row(destination);
    byte own = held.trees.next[destination][node];
    for (int step = steps.first[node]; step < steps.first[node + 1]; step++) {
      byte number = (byte) (step - steps.first[node]);
      if (number != own
          && (distances[steps.to[step]] & 0xFF) == HopMatrix.nearer(distances[node] & 0xFF)
          && tries++ < TRIES
          && change(node, destination, number)) {
        changes.add(destination);
        changes.add(node);
        changes.add(own);
        if (held.takesOneWay(source, destination, layer)) {
          return true;
        }
        undoLast();
      }
    }
    return false;
  }

  private void undoLast() {
    byte number = (byte) changes.popInt();
    int node = changes.popInt();
    if (!change(node, changes.popInt(), number)) {
      throw new IllegalStateException("paths do not fit where they were");
    }
  }

  /** Gives a switch another step; false if a pair would have to leave: nothing has changed. */
  private boolean change(int node, int destination, byte number) {
    byte[] next = held.trees.next[destination];
    byte own = next[node];
    IntArrayList sources = upstream.of(node, destination);
    int[] layers = new int[sources.size()];
    for (int i = 0; i < layers.length; i++) {
      layers[i] = held.layers[sources.getInt(i)][destination];
    }
    release(sources, destination, layers.length);
    next[node] = number;
    int holding = hold(sources, destination, layers);
    if (holding == layers.length) {
      return true;
    }
    release(sources, destination, holding);
    next[node] = own;
    if (hold(sources, destination, layers) < layers.length) {
      throw new IllegalStateException("a pair does not fit where it was");
    }
    return false;
  }

  private void release(IntArrayList sources, int destination, int count) {
    for (int i = 0; i < count; i++) {
      int source = sources.getInt(i);
      if (held.layers[source][destination] != HeldLayers.NONE) {
        held.release(source, destination);
      }
    }
  }

  /** How many hold again what they held, up to the first one that cannot. */
  private int hold(IntArrayList sources, int destination, int[] layers) {
    int holding = 0;
    while (holding < layers.length
        && (layers[holding] == HeldLayers.NONE
            || held.hold(sources.getInt(holding), destination, layers[holding]))) {
      holding++;
    }
    return holding;
  }
}
