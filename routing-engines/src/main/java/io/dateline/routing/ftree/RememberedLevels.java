package io.dateline.routing.ftree;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.TreeFrame;
import io.dateline.routing.balance.Destinations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The roots of a fabric by the levels that are remembered of its switches: those of the highest
 * level that is there.
 *
 * <p>A switch that is not known is a root as well if its neighbours say so: all are of the level
 * below, and only such a switch would join them, as a spine joins what leaves do not. The levels of
 * all others follow from the roots.
 *
 * <p>A switch that cables say has moved between levels counts as not known.
 */
final class RememberedLevels {
  private final SwitchGraph graph;
  private final int[] levels; // by switch, NONE of those not known
  private final boolean[] hasCompute; // by switch
  private final Map<Integer, int[]> piecesByLevel = new HashMap<>(); // see pieces
  private final List<Integer> moved;
  private final List<String> warnings;

  RememberedLevels(
      Fabric fabric, SwitchGraph graph, Destinations destinations, TreeFrame remembered) {
    this.graph = graph;
    levels = new int[fabric.switchCount()];
    Arrays.setAll(levels, node -> remembered.level(fabric.nodeGuid(node)));
    hasCompute = new boolean[levels.length];
    for (int i = 0; i < destinations.count; i++) {
      hasCompute[destinations.homes[i]] |= destinations.isCompute(i);
    }
    moved = IntStream.range(0, levels.length).filter(this::hasMoved).boxed().toList();
    warnings = new ArrayList<>();
    for (int node : moved) {
      warnings.add(
          "switch %s \"%s\" was at level %d of the tree, and its cables contradict that: it is remembered no more"
              .formatted(
                  Guid.format(fabric.nodeGuid(node)), fabric.description(node), levels[node]));
    }
    moved.forEach(node -> levels[node] = Fabric.NONE);
    piecesByLevel.clear();
  }

  /**
   * Whether most neighbours are at levels that are not beside a switch's own; or all are where
   * those of a leaf would be, it has compute nodes as well, and is remembered elsewhere.
   */
  private boolean hasMoved(int node) {
    int level = levels[node];
    if (level == Fabric.NONE || (level == 0 && hasCompute[node])) {
      return false;
    }
    int[] around = levelsAround(node);
    long fitting = Arrays.stream(around).filter(other -> Math.abs(other - level) == 1).count();
    return 2 * fitting < around.length
        || (around.length > 0
            && hasCompute[node]
            && Arrays.stream(around).allMatch(other -> other == 1)
            && !joinsPieces(node, 1));
  }

  /** Levels of the neighbours that are known. */
  private int[] levelsAround(int node) {
    return Arrays.stream(graph.neighboursOf(node))
        .map(other -> levels[other])
        .filter(level -> level != Fabric.NONE)
        .toArray();
  }

  /** Whether neighbours of a level are joined by no switches that are known up to that level. */
  private boolean joinsPieces(int node, int level) {
    int[] pieces = piecesByLevel.computeIfAbsent(level, this::pieces);
    return Arrays.stream(graph.neighboursOf(node))
            .filter(other -> levels[other] == level)
            .map(other -> pieces[other])
            .distinct()
            .count()
        > 1;
  }

  /** By switch, one of those that switches up to a level join it with; of others NONE. */
  private int[] pieces(int level) {
    int[] pieces = new int[levels.length];
    Arrays.fill(pieces, Fabric.NONE);
    BreadthFirst search = new BreadthFirst(graph, (from, to) -> isUpTo(to, level));
    for (int start = 0; start < pieces.length; start++) {
      if (isUpTo(start, level) && !search.isReached(start)) {
        int before = search.reached();
        search.spread(start);
        for (int place = before; place < search.reached(); place++) {
          pieces[search.at(place)] = start;
        }
      }
    }
    return pieces;
  }

  private boolean isUpTo(int node, int level) {
    return levels[node] != Fabric.NONE && levels[node] <= level;
  }

  /** The level of a switch that is not known, as far as its neighbours alone tell it. */
  private int levelAbove(int node) {
    int[] around = levelsAround(node);
    boolean isAbove =
        around.length > 0
            && !hasCompute[node]
            && Arrays.stream(around).allMatch(level -> level == around[0])
            && joinsPieces(node, around[0]);
    return isAbove ? around[0] + 1 : Fabric.NONE;
  }

  /** The roots, ascending; none where no switch is known. */
  int[] roots() {
    int[] all = new int[levels.length];
    Arrays.setAll(all, node -> levels[node] == Fabric.NONE ? levelAbove(node) : levels[node]);
    int top = Arrays.stream(all).max().orElse(Fabric.NONE);
    return top == Fabric.NONE
        ? new int[0]
        : IntStream.range(0, all.length).filter(node -> all[node] == top).toArray();
  }

  /** Whether a switch has a level that is remembered and that it has kept. */
  boolean isKnown(int node) {
    return levels[node] != Fabric.NONE;
  }

  /** Switches that have moved between levels. */
  List<Integer> moved() {
    return moved;
  }

  /** Sentences for the operator. */
  List<String> warnings() {
    return warnings;
  }
}
