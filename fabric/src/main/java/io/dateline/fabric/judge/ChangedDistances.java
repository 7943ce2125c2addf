package io.dateline.fabric.judge;

import io.dateline.fabric.parallel.Slices;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The switches to which some distance is another than before, found by searches from the ends of
 * cables that came or went: from these only, before and now.
 *
 * <p>If all ends are as far from a switch as before, every other switch is: its shortest path now
 * takes no new cable before the first such end, so it led to that end before, too, and from there
 * on the distance is known; and the other way round.
 */
final class ChangedDistances {
  final BitSet homes = new BitSet(); // switches to which some distance is another
  private final int[][] before; // by switch searched from: by switch; null where none was
  private final int[][] now;

  /** Searches from ends and other switches whose distances are to be known. */
  ChangedDistances(JudgeInput before, JudgeInput now, IntArrayList ends, IntArrayList others) {
    int count = now.graph.switchCount;
    this.before = new int[count][];
    this.now = new int[count][];
    List<Integer> starts =
        IntStream.concat(ends.intStream(), others.intStream()).distinct().boxed().toList();
    Slices.map(
        starts.size(),
        now.options.threads(),
        (from, to) -> {
          SwitchDistances searchBefore = new SwitchDistances(before.graph);
          SwitchDistances searchNow = new SwitchDistances(now.graph);
          for (int start : starts.subList(from, to)) {
            this.before[start] = searchBefore.to(start).clone();
            this.now[start] = searchNow.to(start).clone();
          }
          return to - from;
        });
    ends.forEach(
        end -> {
          for (int node = 0; node < count; node++) {
            if (this.before[end][node] != this.now[end][node]) {
              homes.set(node);
            }
          }
        });
  }

  /** Switches that have other neighbours than before. */
  static IntArrayList ends(SwitchPorts before, SwitchPorts now) {
    IntArrayList ends = new IntArrayList();
    for (int node = 0; node < now.switchCount; node++) {
      if (!Arrays.equals(neighbours(before, node), neighbours(now, node))) {
        ends.add(node);
      }
    }
    return ends;
  }

  private static int[] neighbours(SwitchPorts graph, int node) {
    int[] sorted =
        Arrays.copyOfRange(
            graph.neighbours, graph.firstNeighbour[node], graph.firstNeighbour[node + 1]);
    Arrays.sort(sorted);
    return sorted;
  }

  /** Distances from a switch before, by switch; null where they were not searched for. */
  int[] before(int node) {
    return before[node];
  }

  /** The same now. */
  int[] now(int node) {
    return now[node];
  }
}
