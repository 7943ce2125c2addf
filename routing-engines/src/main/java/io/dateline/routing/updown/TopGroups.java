package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import java.util.Arrays;
import java.util.BitSet;

/** Switches that nothing is above, in groups of those that paths join. */
final class TopGroups {
  private final UpDownLinks links;
  private final int[] parent; // by switch, used of tops: another one of its group, or itself
  private final BitSet[] tops; // by switch: the tops above it, or itself

  TopGroups(UpDownLinks links) {
    this.links = links;
    int count = links.switchCount();
    parent = new int[count];
    tops = new BitSet[count];
    for (int node : links.order().topDown()) {
      parent[node] = node;
      tops[node] = new BitSet();
      if (links.isTop(node)) {
        tops[node].set(node);
      }
      for (int upper : links.uppers(node)) {
        tops[node].or(tops[upper]);
      }
    }
  }

  /**
   * The switch with the most groups above it, at least two, the uppermost of several.
   *
   * @param except switches that are passed over
   */
  int best(BitSet except) {
    int best = Fabric.NONE;
    int most = 1;
    for (int node : links.order().topDown()) {
      if (!except.get(node) && tops[node].cardinality() > most) {
        int groups = (int) tops[node].stream().map(this::groupOf).distinct().count();
        if (groups > most) {
          most = groups;
          best = node;
        }
      }
    }
    return best;
  }

  /** Upper neighbours of a switch, the uppermost one of each group; ascending by index. */
  int[] meetingAt(int node) {
    int[] uppers = links.uppers(node).clone();
    int[] groups = new int[uppers.length];
    int count = 0;
    for (int i = 0; i < uppers.length; i++) {
      int group = groupOf(tops[uppers[i]].nextSetBit(0));
      int at = 0;
      while (at < count && groups[at] != group) {
        at++;
      }
      if (at == count) {
        groups[count] = group;
        uppers[count++] = uppers[i];
      } else if (links.order().isAbove(uppers[i], uppers[at])) {
        uppers[at] = uppers[i];
      }
    }
    int[] meeting = Arrays.copyOf(uppers, count);
    Arrays.sort(meeting);
    return meeting;
  }

  /** Makes one group of those above some switches. */
  void join(int[] nodes) {
    for (int node : nodes) {
      parent[groupOf(tops[node].nextSetBit(0))] = groupOf(tops[nodes[0]].nextSetBit(0));
    }
  }

  private int groupOf(int top) {
    int group = top;
    while (parent[group] != group) {
      parent[group] = parent[parent[group]];
      group = parent[group];
    }
    return group;
  }
}
