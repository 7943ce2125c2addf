package io.dateline.routing.updown;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The search's twin for tests: one destination after the other, one switch after the other, by the
 * rules as they are told in {@link LegalPaths}.
 */
final class NaivePaths {
  static final int NEVER = -1;

  private final UpDownSample sample;
  private final int count;
  private final int to;
  final int[] distance; // by switch
  final boolean[] down; // by switch: whether its path begins downwards
  final boolean[] narrow; // by switch: a valley that goes on over ends only
  private boolean[] cone; // by switch: whether something leads down to the destination
  private boolean downward; // whether the cone goes on downwards
  private boolean narrowly;
  private boolean overEnds; // whether valleys go up over ends only, near or far

  NaivePaths(UpDownSample sample, int to) {
    this.sample = sample;
    this.to = to;
    count = sample.graph().switchCount;
    distance = new int[count];
    down = new boolean[count];
    narrow = new boolean[count];
    cone = new boolean[count];
    search();
    if (!isComplete()) {
      findCone();
      downward = IntStream.range(0, count).anyMatch(node -> isJoined(node) && !isSeen(node));
      search();
      narrowly = !isComplete();
      search();
      if (!isComplete()) {
        downward = true;
        overEnds = true;
        search();
      }
    }
  }

  boolean isSeen(int node) {
    return distance[node] != NEVER;
  }

  private boolean isComplete() {
    return IntStream.range(0, count)
        .allMatch(node -> isSeen(node) || !sample.hops().reaches(node, to));
  }

  private void findCone() {
    cone[to] = true;
    for (int round = 0; round < count; round++) {
      for (int node = 0; node < count; node++) {
        cone[node] |= IntStream.of(sample.upDown().lowers(node)).anyMatch(n -> cone[n]);
      }
    }
  }

  /** Whether going up from a switch leads to one from which something leads down. */
  private boolean isJoined(int node) {
    return cone[node] || IntStream.of(sample.upDown().uppers(node)).anyMatch(this::isJoined);
  }

  private void search() {
    Arrays.fill(distance, NEVER);
    Arrays.fill(down, false);
    Arrays.fill(narrow, false);
    distance[to] = 0;
    down[to] = true;
    for (int hops = 1; hops <= count; hops++) {
      int[] before = distance.clone();
      for (int node = 0; node < count; node++) {
        if (before[node] != NEVER) {
          continue;
        }
        if (mayGoDown(node, before, hops - 1)) {
          distance[node] = hops;
          down[node] = true;
        } else if (mayGoUp(node, before, hops - 1)) {
          distance[node] = hops;
          narrow[node] =
              narrowly && leadsOver(node, true, before) && leadsOver(node, false, before);
        }
      }
    }
  }

  private boolean mayGoDown(int node, int[] before, int hops) {
    for (int lower : sample.upDown().lowers(node)) {
      if (before[lower] == hops && (down[lower] || mayTurn(node, lower, before))) {
        return true;
      }
    }
    return false;
  }

  private boolean mayGoUp(int node, int[] before, int hops) {
    return !(downward && cone[node])
        && IntStream.of(sample.upDown().uppers(node))
            .filter(upper -> !overEnds || !isValley(node) || sample.valleys().isEnd(upper, node))
            .anyMatch(upper -> before[upper] == hops);
  }

  private boolean isValley(int node) {
    return sample.valleys().ends(node).length > 0;
  }

  /** Whether a switch may send packets down to a valley that sends them up. */
  boolean mayTurn(int node, int valley, int[] distances) {
    return sample.valleys().isEnd(node, valley)
        && leadsOver(valley, true, distances)
        && (narrowly || !leadsOver(valley, false, distances));
  }

  /** Whether a switch's path begins over an upper neighbour that is one of its ends, or is none. */
  private boolean leadsOver(int valley, boolean end, int[] distances) {
    int nearer = (distances[valley] == NEVER ? distance : distances)[valley] - 1;
    return IntStream.of(sample.upDown().uppers(valley))
        .anyMatch(
            upper -> distances[upper] == nearer && sample.valleys().isEnd(upper, valley) == end);
  }
}
