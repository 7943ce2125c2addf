package io.dateline.fabric;

import java.util.Arrays;

/**
 * A breadth-first search over a {@link SwitchGraph}: switches in the order in which they are
 * reached, how many hops each is away from the nearest start, and the switch that each was reached
 * from.
 *
 * <p>Starts are reached first, in the order they are given. Around a switch others are reached in
 * the order of {@link SwitchGraph#neighbours}, so equal graphs give equal orders. A <em>step</em>
 * says what may be reached from where, if not everything; it is asked only about switches that are
 * not reached yet.
 *
 * <p>One thread's scratch, for any number of searches; memory is twelve bytes a switch.
 *
 * <p>Searches that do something at every channel they look at, not only at new switches, have loops
 * of their own; so has the judge.
 */
public final class BreadthFirst {
  /** A distance or a parent: there is none. */
  public static final int NONE = Fabric.NONE;

  /** What may be reached. */
  @FunctionalInterface
  public interface Step {
    /** Whether a search that has reached a switch may go on to a neighbour of it. */
    boolean isAllowed(int from, int to);
  }

  private final SwitchGraph graph;
  private final Step step; // null: everywhere
  private final int[] order; // by place, [0, reached)
  private final int[] distances; // by switch
  private final int[] parents; // by switch; of those not reached, anything
  private int reached;

  /** Of all that cables join. */
  public BreadthFirst(SwitchGraph graph) {
    this(graph, null);
  }

  /** Of what cables join and a step allows. */
  public BreadthFirst(SwitchGraph graph, Step step) {
    this.graph = graph;
    this.step = step;
    order = new int[graph.switchCount];
    distances = new int[graph.switchCount];
    parents = new int[graph.switchCount];
    Arrays.fill(distances, NONE);
  }

  /** Forgets what was reached, and searches from some switches. */
  public BreadthFirst from(int... starts) {
    Arrays.fill(distances, NONE);
    reached = 0;
    return spread(starts);
  }

  /**
   * Searches from more switches, around what was reached before: that keeps its place, distance and
   * parent. Starts that were reached before are passed over.
   */
  public BreadthFirst spread(int... starts) {
    int place = reached;
    for (int start : starts) {
      if (distances[start] == NONE) {
        reach(start, 0, NONE);
      }
    }
    for (; place < reached; place++) {
      expand(order[place]);
    }
    return this;
  }

  private void expand(int node) {
    int[] neighbours = graph.neighbours;
    int end = graph.firstNeighbour[node + 1];
    int farther = distances[node] + 1;
    for (int i = graph.firstNeighbour[node]; i < end; i++) {
      int other = neighbours[i];
      if (distances[other] == NONE && (step == null || step.isAllowed(node, other))) {
        reach(other, farther, node);
      }
    }
  }

  private void reach(int node, int distance, int parent) {
    distances[node] = distance;
    parents[node] = parent;
    order[reached++] = node;
  }

  /** How many switches were reached, starts among them. */
  public int reached() {
    return reached;
  }

  /**
   * The switch that was reached at a place of the order.
   *
   * @param place from 0, less than {@link #reached}
   */
  public int at(int place) {
    return order[place];
  }

  /** Whether a switch was reached. */
  public boolean isReached(int node) {
    return distances[node] != NONE;
  }

  /** Hops from the nearest start, 0 at a start, {@link #NONE} where a switch was not reached. */
  public int distance(int node) {
    return distances[node];
  }

  /** The distances by switch. Not a copy: the next search writes to it. */
  public int[] distances() {
    return distances;
  }

  /**
   * The switch from which one was reached, {@link #NONE} at a start.
   *
   * @param node was reached
   */
  public int parent(int node) {
    return parents[node];
  }
}
