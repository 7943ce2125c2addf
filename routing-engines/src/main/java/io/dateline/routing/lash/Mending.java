package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.routing.cdg.DependencyGraph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Closes the gaps of trees: where a switch has no step towards a destination, it is given one of
 * those that lead nearer. The one is taken for whose sake the fewest pairs have to leave the layer
 * that they hold, then the one that takes the fewest turns of a layer that no pair has taken there,
 * so that layers stay as free as they were, then the one of a rule. Gaps are closed one after the
 * other, by destination, those nearest to it first, so that what follows a step is known.
 */
final class Mending {
  /** Steps that are tried, in all; then gaps are closed by the rule. */
  private static final int TRIES = 100_000;

  private final HeldLayers held;
  private final Steps steps;
  private final byte[][] next;
  private final int[] adapters; // by switch

  // Of the tree at hand.
  private final int[] distances; // by switch
  private final int[] nodes; // in the order of distance
  private final int[] firstChild; // by switch: one whose step leads there, or NONE
  private final int[] sibling; // by switch: another one whose step leads where its own does

  // Of the gap at hand.
  private final IntArrayList sources = new IntArrayList(); // whose paths lead there
  private final IntArrayList entries = new IntArrayList(); // parallel: by which number of a step
  private final IntArrayList path = new IntArrayList(); // steps to the destination from there
  private final IntArrayList taken = new IntArrayList(); // a layer and two steps, to be taken back
  private boolean[] fits = {}; // by kind of source: whether it fits into its layer
  private int tries;

  private Mending(HeldLayers held, int[] adapters) {
    this.held = held;
    this.adapters = adapters;
    steps = held.steps;
    next = held.trees.next;
    distances = new int[steps.switches];
    nodes = new int[steps.switches];
    firstChild = new int[steps.switches];
    sibling = new int[steps.switches];
  }

  /**
   * Closes all gaps. Pairs that had to leave their layer hold none afterwards.
   *
   * @param rule trees to be followed where nothing else is to be said for a step
   * @param adapters by switch, how many end ports but its own it has
   */
  static void mend(HeldLayers held, Trees rule, int[] adapters) {
    Mending mending = new Mending(held, adapters);
    for (int destination = 0; destination < held.steps.switches; destination++) {
      mending.mend(destination, rule.next[destination]);
    }
  }

  private void mend(int destination, byte[] rule) {
    byte[] row = next[destination];
    boolean isWhole = true;
    for (int node = 0; node < steps.switches && isWhole; node++) {
      isWhole = (row[node] == Trees.NONE) == (rule[node] == Trees.NONE);
    }
    if (isWhole) {
      return;
    }
    int found = search(destination);
    Arrays.fill(firstChild, Fabric.NONE);
    for (int node = 0; node < steps.switches; node++) {
      if (row[node] != Trees.NONE) {
        link(node, row[node]);
      }
    }
    for (int place = 1; place < found; place++) {
      int node = nodes[place];
      if (row[node] == Trees.NONE) {
        close(destination, node, rule[node]);
        link(node, row[node]);
      }
    }
  }

  private void link(int node, byte number) {
    int to = steps.to[steps.first[node] + (number & 0xFF)];
    sibling[node] = firstChild[to];
    firstChild[to] = node;
  }

  /** How many switches there are that cables join to a destination, itself among them. */
  private int search(int destination) {
    Arrays.fill(distances, Fabric.NONE);
    distances[destination] = 0;
    nodes[0] = destination;
    int found = 1;
    for (int place = 0; place < found; place++) {
      int node = nodes[place];
      for (int step = steps.first[node]; step < steps.first[node + 1]; step++) {
        int other = steps.to[step];
        if (distances[other] == Fabric.NONE) {
          distances[other] = distances[node] + 1;
          nodes[found++] = other;
        }
      }
    }
    return found;
  }

  private void close(int destination, int node, byte rule) {
    collect(destination, node);
    int ruled = steps.first[node] + (rule & 0xFF);
    int best = ruled;
    int last = ruled; // that was tried
    long least = fit(destination, node, ruled);
    for (int step = steps.first[node]; step < steps.first[node + 1] && least > 0; step++) {
      if (step != ruled && distances[steps.to[step]] == distances[node] - 1 && tries++ < TRIES) {
        long cost = fit(destination, node, step);
        last = step;
        if (cost < least) {
          least = cost;
          best = step;
        }
      }
    }
    if (last != best) {
      fit(destination, node, best);
    }
    take(destination, node, best);
  }

  /** Notes the switches whose paths lead to a gap, and by which of its steps they come. */
  private void collect(int destination, int node) {
    sources.clear();
    entries.clear();
    sources.add(node);
    entries.add(ways(node) - 1);
    for (int child = firstChild[node]; child != Fabric.NONE; child = sibling[child]) {
      int step = steps.first[child] + (next[destination][child] & 0xFF);
      int entry = steps.reverse[step] - steps.first[node];
      int place = sources.size();
      sources.add(child);
      entries.add(entry);
      for (; place < sources.size(); place++) {
        for (int one = firstChild[sources.getInt(place)]; one != Fabric.NONE; one = sibling[one]) {
          sources.add(one);
          entries.add(entry);
        }
      }
    }
  }

  /** What it costs to take a step: the pairs that do not fit, then turns; notes which fit. */
  private long fit(int destination, int node, int step) {
    path.clear();
    path.add(step);
    for (int at = steps.to[step]; at != destination; at = steps.to[path.getInt(path.size() - 1)]) {
      path.add(held.trees.step(at, destination));
    }
    long[] weights = weights(destination, node);
    long[] order = new long[weights.length];
    int count = 0;
    for (int kind = 0; kind < weights.length; kind++) {
      if (weights[kind] > 0) {
        order[count++] = -weights[kind] * weights.length + kind; // the heaviest first
      }
    }
    Arrays.sort(order, 0, count);
    fits = new boolean[weights.length];
    long cost = 0;
    for (int i = 0; i < count; i++) {
      int kind = (int) Math.floorMod(order[i], (long) weights.length);
      int fresh = add(kind / ways(node), entry(node, kind % ways(node)));
      fits[kind] = fresh >= 0;
      cost += fresh >= 0 ? fresh : weights[kind] << Integer.SIZE;
    }
    takeBack(0);
    return cost;
  }

  /**
   * How much depends on a gap: pairs, and paths of adapters, by kind of source, which is its layer
   * and how it comes there. Those of a kind fit, or do not fit, together.
   */
  private long[] weights(int destination, int node) {
    long[] weights = new long[ways(node) * held.graphs.size()];
    for (int i = 0; i < sources.size(); i++) {
      int kind = kind(destination, node, i);
      if (kind >= 0) {
        weights[kind] += 1 + (long) adapters[sources.getInt(i)] * adapters[destination];
      }
    }
    return weights;
  }

  /** The kind of a source by its place, negative if it holds no layer. */
  private int kind(int destination, int node, int place) {
    int layer = held.layers[sources.getInt(place)][destination];
    return layer == HeldLayers.NONE ? Fabric.NONE : layer * ways(node) + entries.getInt(place);
  }

  /** In how many ways paths come to a switch: by each of its steps, or they begin there. */
  private int ways(int node) {
    return steps.first[node + 1] - steps.first[node] + 1;
  }

  /** Takes the step that was tried last. */
  private void take(int destination, int node, int step) {
    for (int i = 0; i < sources.size(); i++) {
      int kind = kind(destination, node, i);
      if (kind >= 0 && !fits[kind]) {
        held.release(sources.getInt(i), destination);
      }
    }
    for (int i = 0; i < sources.size(); i++) {
      int kind = kind(destination, node, i);
      if (kind >= 0 && add(kind / ways(node), entry(node, kind % ways(node))) < 0) {
        throw new IllegalStateException("what fitted into a layer closes a circle");
      }
    }
    taken.clear();
    next[destination][node] = (byte) (step - steps.first[node]);
  }

  /** The step of one of those ways, NONE if paths begin there. */
  private int entry(int node, int way) {
    int step = steps.first[node] + way;
    return step == steps.first[node + 1] ? Fabric.NONE : steps.reverse[step];
  }

  /**
   * How many of its turns no pair had taken; -1 if they close a circle, then nothing has changed.
   */
  private int add(int layer, int entry) {
    DependencyGraph graph = held.graphs.get(layer);
    int mark = taken.size();
    int fresh = 0;
    int before = entry;
    for (int i = 0; i < path.size(); i++) {
      int after = path.getInt(i);
      if (before != Fabric.NONE) {
        fresh += graph.times(before, after) == 0 ? 1 : 0;
        if (!graph.add(before, after)) {
          takeBack(mark);
          return -1;
        }
        taken.add(layer);
        taken.add(before);
        taken.add(after);
      }
      before = after;
    }
    return fresh;
  }

  private void takeBack(int mark) {
    while (taken.size() > mark) {
      int after = taken.popInt();
      int before = taken.popInt();
      held.graphs.get(taken.popInt()).remove(before, after);
    }
  }
}
