package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.Optional;

/**
 * A spanning tree for multicast groups over the channels that carry the fewest paths, every switch
 * as few hops from the root as can be. It has turns of one lane, so packets to groups close no
 * credit loop with others, and groups are on the SL of that lane. OpenSM's nue takes the least
 * loaded channels, too, and asks for a lane of its own for what may come of it.
 *
 * <p>A cable of the tree is used both ways, together with all others of the tree at either end.
 * Where a switch can be joined by none, the escape tree has to serve groups.
 */
final class GroupTree {
  // Channels that searches may come to: in the full graph of a large lane one comes to nearly all.
  private static final long SEARCHES = 4_000_000;

  private final SwitchGraph channels;
  private final TurnGraph turns;
  private final long[] loads; // by channel; which way makes no difference
  private final int[] up; // by switch: the channel to its parent
  private final int[] hops; // by switch, from the root; Fabric.NONE where it is not on the tree
  private final int[] tried; // by switch: the last level that it could not be joined to
  private final long[] costs; // by switch: loads, both ways, from the root
  private final int[] reached; // switches, by hops
  private int count; // of them
  private final int[] ways; // channels to switches of the tree, those that cost least first
  private final long[] prices; // of them
  private int wayCount;

  private GroupTree(SwitchGraph channels, TurnGraph turns, long[] loads) {
    this.channels = channels;
    this.turns = turns;
    this.loads = loads;
    up = new int[channels.switchCount];
    hops = new int[channels.switchCount];
    costs = new long[channels.switchCount];
    reached = new int[channels.switchCount];
    ways = new int[turns.words() * Long.SIZE];
    prices = new long[ways.length];
    tried = new int[channels.switchCount];
    Arrays.fill(tried, Fabric.NONE);
    Arrays.fill(up, Fabric.NONE);
    Arrays.fill(hops, Fabric.NONE);
  }

  /**
   * By switch the channel to its parent in the tree of all that cables join to a switch; empty
   * where none of these trees closes no cycle.
   *
   * @param turns of the lane: gets those of the tree, or of what there is of it
   * @param pieces of the fabric, by the trees there
   * @param loads by channel: paths
   */
  static Optional<int[]> of(
      SwitchGraph channels, TurnGraph turns, EscapeTree pieces, long[] loads, int root) {
    GroupTree tree = new GroupTree(channels, turns, loads);
    tree.grow(root);
    for (int node = 0; node < channels.switchCount; node++) {
      if (tree.hops[node] == Fabric.NONE && pieces.connects(node, root)) {
        return Optional.empty();
      }
    }
    return Optional.of(tree.up);
  }

  private void grow(int root) {
    hops[root] = 0;
    reached[count++] = root;
    long most = turns.visits() + SEARCHES;
    int from = 0;
    while (from < count) {
      int to = count;
      for (int place = from; place < to; place++) {
        int node = reached[place];
        for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
          int other = channels.to[channel];
          if (hops[other] == Fabric.NONE && tried[other] < hops[node] && turns.visits() < most) {
            join(other, hops[node]);
          }
        }
      }
      from = to;
    }
  }

  /** Joins a switch to one of a level by the first way that closes no cycle, if there is one. */
  private void join(int node, int level) {
    tried[node] = level;
    wayCount = 0;
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      int parent = channels.to[channel];
      if (hops[parent] == level) {
        insert(channel, costs[parent] + loads[channel] + loads[channels.reverse[channel]]);
      }
    }
    for (int way = 0; way < wayCount; way++) {
      if (mayUse(ways[way], false) && mayUse(ways[way], true)) {
        up[node] = ways[way];
        costs[node] = prices[way];
        hops[node] = level + 1;
        reached[count++] = node;
        return;
      }
    }
  }

  private void insert(int channel, long price) {
    int at = wayCount++;
    while (at > 0 && prices[at - 1] > price) {
      ways[at] = ways[at - 1];
      prices[at] = prices[at - 1];
      at--;
    }
    ways[at] = channel;
    prices[at] = price;
  }

  /**
   * Whether copies may take a cable and any other one of the tree; without use, as far as known.
   */
  private boolean mayUse(int coming, boolean uses) {
    int parent = channels.to[coming];
    int base = channels.first[parent];
    int leaving = channels.reverse[coming];
    for (int other = base; other < channels.first[parent + 1]; other++) {
      boolean isOfTree = up[parent] == other || up[channels.to[other]] == channels.reverse[other];
      if (!isOfTree || other == leaving) {
        continue;
      }
      boolean mayTurn =
          uses
              ? turns.use(coming, other) && turns.use(channels.reverse[other], leaving)
              : !turns.isClosed(leaving - base, other) && !turns.isClosed(other - base, leaving);
      if (!mayTurn) {
        return false;
      }
    }
    return true;
  }
}
