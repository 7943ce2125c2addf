package io.dateline.routing.nue;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.SwitchGraph;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;

/**
 * Divides switches into parts that weigh nearly the same and are cut off from each other by few
 * cables: halves of halves, each grown from the rim of what is to be divided, always by the switch
 * that is tied to it the most, then smoothed along the cut (G. Karypis and V. Kumar, "A Fast and
 * High Quality Multilevel Scheme for Partitioning Irregular Graphs", SIAM J. Sci. Comput. 20(1),
 * 1998, sections 3.2 and 3.3, without its coarsening). The same on every node, where a library's
 * version would decide.
 */
final class GraphPartition {
  private static final int STARTS = 4;
  private static final int SMOOTHINGS = 8;
  private static final double SLACK = 0.03; // of a side's weight

  private final SwitchGraph graph;
  private final int[] weights; // by switch
  private final int[] parts; // by switch
  private final boolean[] isInside; // by switch: on the side that grows
  private final int[] ties; // by switch: cables to the inside less cables to the outside
  private final BreadthFirst withinPart;

  private GraphPartition(SwitchGraph graph, int[] weights) {
    this.graph = graph;
    this.weights = weights;
    parts = new int[graph.switchCount];
    isInside = new boolean[graph.switchCount];
    ties = new int[graph.switchCount];
    withinPart = new BreadthFirst(graph, (from, to) -> parts[from] == parts[to]);
  }

  /**
   * Divides all switches.
   *
   * @param weights by switch, at least 0
   * @param count of parts, at least 1; some may stay empty
   * @return by switch its part, from 0 on
   */
  static int[] of(SwitchGraph graph, int[] weights, int count) {
    GraphPartition partition = new GraphPartition(graph, weights);
    int[] all = new int[graph.switchCount];
    Arrays.setAll(all, node -> node);
    partition.divide(all, 0, count);
    return partition.parts;
  }

  private void divide(int[] members, int firstPart, int count) {
    if (count == 1 || members.length == 0) {
      for (int node : members) {
        parts[node] = firstPart;
      }
      return;
    }
    for (int node : members) {
      parts[node] = firstPart; // the same for all: they are at hand
    }
    int left = count / 2;
    long goal = Math.round((double) weight(members) * left / count);
    boolean[] inside = best(members, firstPart, goal);
    int[] ins = Arrays.stream(members).filter(node -> inside[node]).toArray();
    int[] outs = Arrays.stream(members).filter(node -> !inside[node]).toArray();
    for (int node : outs) {
      parts[node] = firstPart + left;
    }
    divide(ins, firstPart, left);
    divide(outs, firstPart + left, count - left);
  }

  private long weight(int[] members) {
    long sum = 0;
    for (int node : members) {
      sum += weights[node];
    }
    return sum;
  }

  /** Of several tries the one that cuts the fewest cables, the first of equals. */
  private boolean[] best(int[] members, int part, long goal) {
    boolean[] best = null;
    long least = Long.MAX_VALUE;
    int start = members[0];
    for (int attempt = 0; attempt < STARTS; attempt++) {
      start = farthest(start);
      clear(members);
      long inside = grow(members, start, part, goal);
      smooth(members, part, goal, inside);
      long cut = cut(members, part);
      if (cut < least) {
        least = cut;
        best = isInside.clone();
      }
    }
    return best;
  }

  private void clear(int[] members) {
    for (int node : members) {
      isInside[node] = false;
      ties[node] = 0;
    }
    for (int node : members) {
      for (int channel = graph.first[node]; channel < graph.first[node + 1]; channel++) {
        if (parts[graph.to[channel]] == parts[node]) {
          ties[node]--;
        }
      }
    }
  }

  /** The last switch of its part that a search from another one reaches. */
  private int farthest(int start) {
    withinPart.from(start);
    return withinPart.at(withinPart.reached() - 1);
  }

  /** A switch to take in, as one number: those with more ties come first, then by index. */
  private long bud(int node) {
    return (long) -ties[node] << Integer.SIZE | node;
  }

  /** Returns what the inside weighs. */
  private long grow(int[] members, int start, int part, long goal) {
    LongHeapPriorityQueue buds = new LongHeapPriorityQueue();
    buds.enqueue(bud(start));
    long inside = 0;
    int next = 0; // members before it are inside
    while (inside < goal) {
      while (buds.isEmpty() && next < members.length && isInside[members[next]]) {
        next++;
      }
      if (buds.isEmpty() && next == members.length) {
        break;
      }
      long bud = buds.isEmpty() ? bud(members[next]) : buds.dequeueLong();
      int node = (int) bud;
      if (!isInside[node] && bud(node) == bud) { // it has as many ties as when it was put there
        // Past the goal only if that is nearer to it.
        if (inside + weights[node] - goal > goal - inside) {
          break;
        }
        inside += weights[node];
        move(node, part, buds);
      }
    }
    return inside;
  }

  private void move(int node, int part, LongHeapPriorityQueue buds) {
    isInside[node] = !isInside[node];
    int change = isInside[node] ? 2 : -2;
    for (int channel = graph.first[node]; channel < graph.first[node + 1]; channel++) {
      int other = graph.to[channel];
      if (parts[other] == part) {
        ties[other] += change;
        if (buds != null && !isInside[other]) {
          buds.enqueue(bud(other));
        }
      }
    }
  }

  /** Moves switches across the cut that are tied more to the other side. */
  private void smooth(int[] members, int part, long goal, long insideBefore) {
    long inside = insideBefore;
    long slack = Math.max(1, Math.round(goal * SLACK));
    for (int pass = 0; pass < SMOOTHINGS; pass++) {
      boolean moved = false;
      for (int node : members) {
        int gain = isInside[node] ? -ties[node] : ties[node];
        long then = inside + (isInside[node] ? -weights[node] : weights[node]);
        boolean balances = Math.abs(then - goal) <= Math.max(slack, Math.abs(inside - goal));
        if (balances
            && (gain > 0 || (gain == 0 && Math.abs(then - goal) < Math.abs(inside - goal)))) {
          move(node, part, null);
          inside = then;
          moved = true;
        }
      }
      if (!moved) {
        return;
      }
    }
  }

  private long cut(int[] members, int part) {
    long cut = 0;
    for (int node : members) {
      for (int channel = graph.first[node]; channel < graph.first[node + 1]; channel++) {
        int other = graph.to[channel];
        if (parts[other] == part && isInside[other] != isInside[node]) {
          cut++;
        }
      }
    }
    return cut;
  }
}
