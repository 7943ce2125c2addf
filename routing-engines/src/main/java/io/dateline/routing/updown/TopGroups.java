package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** Switches that nothing is above, in groups of those that paths join. */
final class TopGroups {
  private static final int UNKNOWN = -1;

  private final UpDownLinks links;
  private final int[] adapters; // by switch
  private final int[] parent; // by switch, used of tops: another one of its group, or itself
  private final BitSet[] tops; // by switch: the tops above it, or itself
  private final BitSet allTops = new BitSet();
  private final int[] groupCounts; // by switch: how many are above it; UNKNOWN after a join
  private final int[] circles; // by switch: cables above it more than a tree of as many has

  /**
   * Groups of one switch each.
   *
   * @param adapters by switch: adapter and router ports cabled to it
   */
  TopGroups(UpDownLinks links, int[] adapters) {
    this.links = links;
    this.adapters = adapters;
    int count = links.switchCount();
    parent = new int[count];
    tops = new BitSet[count];
    groupCounts = new int[count];
    Arrays.fill(groupCounts, UNKNOWN);
    circles = new int[count];
    Arrays.fill(circles, UNKNOWN);
    for (int node : links.order().topDown()) {
      parent[node] = node;
      tops[node] = new BitSet();
      if (links.isTop(node)) {
        tops[node].set(node);
        allTops.set(node);
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
    List<Hub> hubs = new ArrayList<>();
    int all = groupsOf(allTops);
    for (int node : links.order().topDown()) {
      int count = except.get(node) ? 0 : groupsAbove(node);
      if (count > 1) {
        Hub hub = new Hub(node, count, excess(node, count));
        if (skip == 0 && hub.excess() == 0 && hub.groups() == all) {
          return node; // none is better, and in a whole tree any leaf is as good
        }
        hubs.add(hub);
      }
    }
    hubs.sort(Comparator.comparingInt(Hub::excess).thenComparingInt(hub -> -hub.groups()));
    return skip < hubs.size() ? hubs.get(skip).node() : Fabric.NONE;
  }

  /**
   * A switch with the most groups above it; of several the one whose adapters have the fewest right
   * above it. If it becomes a valley and goes on over ends only, those are what gets farther away.
   *
   * @param skip how many that would be better are passed over
   * @return {@link Fabric#NONE} where no switch joins anything
   */
  int widest(int skip) {
    List<Integer> hubs = new ArrayList<>();
    for (int node : links.order().topDown()) {
      if (groupsAbove(node) > 1) {
        hubs.add(node);
      }
    }
    hubs.sort(
        Comparator.comparingInt((Integer hub) -> -groupsAbove(hub))
            .thenComparingLong(this::neighbourPairs));
    return skip < hubs.size() ? hubs.get(skip) : Fabric.NONE;
  }

  /** Pairs of an adapter at a switch and one right above it, one cable apart. */
  private long neighbourPairs(int node) {
    long above = Arrays.stream(links.uppers(node)).mapToLong(upper -> adapters[upper]).sum();
    return above * adapters[node];
  }

  private record Hub(int node, int groups, int excess) {}

  private int groupsAbove(int node) {
    if (groupCounts[node] == UNKNOWN) {
      groupCounts[node] = groupsOf(tops[node]);
    }
    return groupCounts[node];
  }

  private int groupsOf(BitSet some) {
    BitSet groups = new BitSet();
    for (int top = some.nextSetBit(0); top >= 0; top = some.nextSetBit(top + 1)) {
      groups.set(groupOf(top));
    }
    return groups.cardinality();
  }

  /** Cables above a switch that are more than a tree to its groups has. */
  private int excess(int hub, int count) {
    if (circles[hub] == UNKNOWN) {
      BitSet above = links.upwards(hub);
      int cables = above.stream().map(node -> links.uppers(node).length).sum();
      circles[hub] = cables - (above.cardinality() - 1);
    }
    return circles[hub] + tops[hub].cardinality() - count;
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
    Arrays.fill(groupCounts, UNKNOWN);
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
