package io.dateline.routing.torus;

import io.dateline.fabric.TorusShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Discovers a torus in spite of cables that do not belong to it, as they are plugged in by mistake.
 * One beside the seed could lead everything astray. So where cables contradict each other, those
 * that look least like a torus's are left out, one at a time, and the one is given up without which
 * most of the others fit.
 */
final class StrayCables {
  private static final int GIVEN_UP_MAX = 8;

  /** Attempts for one cable to give up times cables: what may be spent on it. */
  private static final int WORK_MAX = 500_000;

  private static final int ATTEMPTS_MAX = 200;

  private record Pair(int node, int other, int excess, int loops) {}

  private final int degreeMax; // of a switch of the torus
  private final Function<int[][], SwitchPlaces> discovery;
  private int[][] neighbours; // by switch, without those of cables that were given up
  private int pairs;

  /**
   * @param neighbours by switch: those it is cabled to, each once
   * @param discovery from such neighbours
   */
  StrayCables(int[][] neighbours, TorusShape shape, Function<int[][], SwitchPlaces> discovery) {
    this.neighbours = neighbours;
    this.discovery = discovery;
    degreeMax = shape.radices().stream().mapToInt(radix -> Math.min(radix - 1, 2)).sum();
    pairs = IntStream.range(0, neighbours.length).map(node -> neighbours[node].length).sum() / 2;
  }

  SwitchPlaces discover() {
    SwitchPlaces best = discovery.apply(neighbours);
    for (int i = 0; i < GIVEN_UP_MAX && best.isContradicted(); i++) {
      SwitchPlaces better = giveUpOne(best);
      if (better == null) {
        return best;
      }
      best = better;
    }
    return best;
  }

  /** What is discovered without one more cable, or null where that is not more. */
  private SwitchPlaces giveUpOne(SwitchPlaces now) {
    int fitting = now.fittingPairs();
    SwitchPlaces best = null;
    int[][] bestNeighbours = null;
    for (Pair suspect : suspects()) {
      int[][] others = without(suspect);
      SwitchPlaces places = discovery.apply(others);
      if (places.fittingPairs() > fitting) {
        fitting = places.fittingPairs();
        best = places;
        bestNeighbours = others;
        if (fitting == pairs - 1) {
          break;
        }
      }
    }
    if (best != null) {
      neighbours = bestNeighbours;
      pairs--;
    }
    return best;
  }

  /** Those at switches with more neighbours than a torus has first, then those at few squares. */
  private List<Pair> suspects() {
    List<Pair> suspects = new ArrayList<>();
    for (int node = 0; node < neighbours.length; node++) {
      for (int other : neighbours[node]) {
        if (node < other) {
          suspects.add(new Pair(node, other, excess(node) + excess(other), loops(node, other)));
        }
      }
    }
    suspects.sort(
        Comparator.comparingInt(Pair::excess)
            .reversed()
            .thenComparingInt(Pair::loops)
            .thenComparingInt(Pair::node)
            .thenComparingInt(Pair::other));
    int attempts = Math.min(ATTEMPTS_MAX, Math.max(1, WORK_MAX / Math.max(1, pairs)));
    return suspects.subList(0, Math.min(attempts, suspects.size()));
  }

  private int excess(int node) {
    return neighbours[node].length > degreeMax ? 1 : 0;
  }

  /** Squares of cables that the one between two switches is a side of. */
  private int loops(int node, int other) {
    int count = 0;
    for (int beside : neighbours[node]) {
      for (int opposite : neighbours[other]) {
        if (beside != other && opposite != node && contains(neighbours[beside], opposite)) {
          count++;
        }
      }
    }
    return count;
  }

  private static boolean contains(int[] nodes, int wanted) {
    for (int node : nodes) {
      if (node == wanted) {
        return true;
      }
    }
    return false;
  }

  private int[][] without(Pair pair) {
    int[][] others = neighbours.clone();
    others[pair.node] = without(others[pair.node], pair.other);
    others[pair.other] = without(others[pair.other], pair.node);
    return others;
  }

  private static int[] without(int[] nodes, int unwanted) {
    return IntStream.of(nodes).filter(node -> node != unwanted).toArray();
  }
}
