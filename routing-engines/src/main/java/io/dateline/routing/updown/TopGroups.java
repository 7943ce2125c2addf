package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

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
   * The switch to join groups at: one with at least two above it, to which as few of the cables
   * above it as possible lead from groups that others lead from, too, for packets must not turn
   * between those; of several the one with the most groups above it, then the uppermost.
   *
   * @param except switches that are passed over
   * @param skip how many that would be better are passed over as well
   * @return {@link Fabric#NONE} where no switch joins anything
   */
  int best(BitSet except, int skip) {
    return IntStream.of(links.order().topDown())
        .filter(node -> !except.get(node) && tops[node].cardinality() > 1)
        .mapToObj(node -> new Hub(node, groupsAbove(node), excess(node)))
        .filter(hub -> hub.groups() > 1)
        .sorted(Comparator.comparingInt(Hub::excess).thenComparingInt(hub -> -hub.groups()))
        .skip(skip)
        .mapToInt(Hub::node)
        .findFirst()
        .orElse(Fabric.NONE);
  }

  private record Hub(int node, int groups, int excess) {}

  private int groupsAbove(int node) {
    return (int) tops[node].stream().map(this::groupOf).distinct().count();
  }

  /** Cables above a switch that are more than a tree to its groups has. */
  private int excess(int hub) {
    BitSet above = new BitSet();
    above.set(hub);
    int cables = 0;
    int[] topDown = links.order().topDown();
    for (int place = topDown.length - 1; place >= 0; place--) {
      if (above.get(topDown[place])) {
        int[] uppers = links.uppers(topDown[place]);
        cables += uppers.length;
        for (int upper : uppers) {
          above.set(upper);
        }
      }
    }
    return cables - (above.cardinality() - 1) + tops[hub].cardinality() - groupsAbove(hub);
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
