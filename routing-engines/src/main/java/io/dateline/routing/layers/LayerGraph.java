package io.dateline.routing.layers;

import io.dateline.routing.cdg.DependencyGraph;
import io.dateline.routing.cdg.Turns;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The channel dependency graph of a layer, to which paths are added one by one: a turn is in it
 * once, however many paths take it. Owned by one thread.
 */
final class LayerGraph {
  private final Turns turns;
  private final DependencyGraph graph;
  private final BitSet taken = new BitSet(); // by turn
  private int[] added = new int[64]; // pairs of channels, of the path at hand
  private int addedCount;
  private int[] cycle = {}; // that the first path that was refused would have closed

  LayerGraph(Turns turns) {
    this.turns = turns;
    graph = new DependencyGraph(turns.channelCount);
  }

  /**
   * Adds all turns that have a weight.
   *
   * @throws IllegalStateException if they close a cycle
   */
  void addAll(long[] weights) {
    DependencyGraph.Edges edges =
        edge -> {
          for (int channel = 0; channel < turns.channelCount; channel++) {
            int node = turns.head[channel];
            for (int after = turns.firstOf[node]; after < turns.firstOf[node + 1]; after++) {
              int turn = turns.of(channel, after);
              if (weights[turn] != 0 && !taken.get(turn)) {
                edge.between(channel, after);
              }
            }
          }
        };
    if (graph.addAll(edges).isPresent()) {
      throw new IllegalStateException("turns that all lead forwards close a cycle");
    }
    for (int turn = 0; turn < weights.length; turn++) {
      if (weights[turn] != 0) {
        taken.set(turn);
      }
    }
  }

  /**
   * Adds a path.
   *
   * @param exit by switch: the channel it forwards by, negative at the end of the path
   * @param node where it begins
   * @return false if it would close a cycle; then nothing has changed
   */
  boolean add(int[] exit, int node) {
    addedCount = 0;
    int channel = exit[node];
    int after = channel < 0 ? channel : exit[turns.head[channel]];
    while (channel >= 0 && after >= 0) {
      int turn = turns.of(channel, after);
      if (!taken.get(turn)) {
        if (!graph.add(channel, after)) {
          if (cycle.length == 0) {
            cycle = graph.path(after, channel);
          }
          takeBack();
          return false;
        }
        taken.set(turn);
        keep(channel, after);
      }
      channel = after;
      after = exit[turns.head[channel]];
    }
    return true;
  }

  private void keep(int channel, int after) {
    if (addedCount + 2 > added.length) {
      added = Arrays.copyOf(added, 2 * added.length);
    }
    added[addedCount++] = channel;
    added[addedCount++] = after;
  }

  private void takeBack() {
    while (addedCount > 0) {
      int after = added[--addedCount];
      int channel = added[--addedCount];
      graph.remove(channel, after);
      taken.clear(turns.of(channel, after));
    }
  }

  /** The channels of the cycle that the first refused path would have closed; empty if none was. */
  int[] cycle() {
    return cycle;
  }

  /** By channel: its position in an order in which all turns lead forwards. */
  int[] order() {
    int[] order = new int[turns.channelCount];
    for (int channel = 0; channel < order.length; channel++) {
      order[channel] = graph.position(channel);
    }
    return order;
  }
}
