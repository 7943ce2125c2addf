package io.dateline.routing.lash;

import java.util.Arrays;

/**
 * Orders in which pairs of switches are given to layers. A pair is a number, the lower switch times
 * the number of switches plus the higher one.
 */
final class PairOrder {
  private PairOrder() {}

  /** All pairs that cables join, by the lower switch and then the higher one: OpenSM's. */
  static int[] byNumber(Steps steps, Trees trees) {
    int switches = steps.switches;
    int[] pairs = new int[Math.multiplyExact(switches, switches - 1) / 2];
    int found = 0;
    for (int a = 0; a < switches; a++) {
      for (int b = a + 1; b < switches; b++) {
        if (trees.leads(a, b)) {
          pairs[found++] = a * switches + b;
        }
      }
    }
    return Arrays.copyOf(pairs, found);
  }

  /** The same, the longest first: those that lie on their paths often come along with them. */
  static int[] longestFirst(Steps steps, Trees trees) {
    return longestFirst(steps, trees, byNumber(steps, trees));
  }

  /** Some pairs, the longest first. */
  static int[] longestFirst(Steps steps, Trees trees, int[] pairs) {
    int[] shortness = new int[pairs.length];
    int longest = 0;
    for (int i = 0; i < pairs.length; i++) {
      shortness[i] = trees.length(pairs[i] / steps.switches, pairs[i] % steps.switches);
      longest = Math.max(longest, shortness[i]);
    }
    for (int i = 0; i < pairs.length; i++) {
      shortness[i] = longest - shortness[i];
    }
    return byGroup(pairs, shortness, longest + 1);
  }

  /**
   * Pairs by group, in their order within a group.
   *
   * @param groups parallel to the pairs: 0 to {@code count - 1}
   */
  static int[] byGroup(int[] pairs, int[] groups, int count) {
    int[] at = new int[count + 1];
    for (int group : groups) {
      at[group + 1]++;
    }
    for (int group = 0; group < count; group++) {
      at[group + 1] += at[group];
    }
    int[] ordered = new int[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      ordered[at[groups[i]]++] = pairs[i];
    }
    return ordered;
  }
}
