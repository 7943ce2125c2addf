package io.dateline.fabric.judge;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.parallel.Slices;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The switches that do something else with a LID than before: the entry is another, or the port it
 * names leads elsewhere.
 */
final class ChangedSteps {
  private final int[] first; // by LID, one more at the end
  private final int[] nodes; // by the ranges of first

  private ChangedSteps(List<Found> found, int lidCount) {
    first = new int[lidCount + 1];
    for (Found some : found) {
      some.lids.forEach(lid -> first[lid + 1]++);
    }
    for (int lid = 0; lid < lidCount; lid++) {
      first[lid + 1] += first[lid];
    }
    nodes = new int[first[lidCount]];
    int[] next = first.clone();
    for (Found some : found) {
      for (int i = 0; i < some.lids.size(); i++) {
        nodes[next[some.lids.getInt(i)]++] = some.nodes.getInt(i);
      }
    }
  }

  /** What one worker found. */
  private record Found(IntArrayList lids, IntArrayList nodes) {}

  /**
   * Compares, for some LIDs.
   *
   * @param max how many are looked for
   * @return nothing where there are more
   */
  static Optional<ChangedSteps> between(JudgeInput before, JudgeInput now, BitSet lids, long max) {
    int lidCount = lids.length();
    List<Found> found =
        Slices.map(
            now.graph.switchCount,
            now.options.threads(),
            (from, to) -> {
              Found some = new Found(new IntArrayList(), new IntArrayList());
              for (int node = from; node < to && some.lids.size() <= max; node++) {
                compare(before, now, node, lids, some);
              }
              return some;
            });
    return found.stream().mapToLong(some -> some.lids.size()).sum() > max
        ? Optional.empty()
        : Optional.of(new ChangedSteps(found, lidCount));
  }

  private static void compare(
      JudgeInput before, JudgeInput now, int node, BitSet lids, Found found) {
    ForwardingTables were = before.routing.tables();
    ForwardingTables are = now.routing.tables();
    boolean[] moved = movedPorts(before.graph, now.graph, node);
    int lid = moved == null ? mismatch(were.row(node), are.row(node), 0) : 0;
    int end = lids.length();
    while (lid < end) {
      int number = are.port(node, lid);
      boolean isOther = number != were.port(node, lid);
      if (lids.get(lid) && (isOther || (moved != null && moved[number]))) {
        found.lids.add(lid);
        found.nodes.add(node);
      }
      lid = moved == null ? mismatch(were.row(node), are.row(node), lid + 1) : lid + 1;
    }
  }

  /** The first place from one on where rows differ; if one of them ends there, that is a place. */
  private static int mismatch(byte[] were, byte[] are, int from) {
    int end = Math.min(were.length, are.length);
    if (were == are) { // shared
      return Math.max(end, from);
    }
    if (from >= end) {
      return from;
    }
    int place = Arrays.mismatch(were, from, end, are, from, end);
    return place >= 0 ? from + place : Math.max(end, from);
  }

  /** By number: whether a port leads elsewhere; null where none does. */
  private static boolean[] movedPorts(SwitchPorts before, SwitchPorts now, int node) {
    boolean[] moved = null;
    for (int port = now.firstPort[node]; port < now.firstPort[node + 1]; port++) {
      int to = now.leadsTo[port];
      if (to != before.leadsTo[port] || (to >= 0 && now.peer[port] != before.peer[port])) {
        moved = moved == null ? new boolean[ForwardingTables.NO_PORT + 1] : moved;
        moved[now.numberOf(port)] = true;
      }
    }
    return moved;
  }

  /** How many switches do something else with a LID. */
  int count(int lid) {
    return lid + 1 < first.length ? first[lid + 1] - first[lid] : 0;
  }

  /** One of them. */
  int node(int lid, int index) {
    return nodes[first[lid] + index];
  }
}
