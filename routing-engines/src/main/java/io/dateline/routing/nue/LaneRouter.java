package io.dateline.routing.nue;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.routing.nue.PathTree.Turns;
import java.util.Arrays;

/**
 * Routes the destinations of one lane, on a dependency graph of its own.
 *
 * <p>Which turns are closed is a matter of what comes first. So at first every switch with
 * destinations that count has one tree of as few turns as there can be, in no order, so that no
 * region is put before another one. Only then are LIDs given their paths, in order, which may use
 * any other turn that is still open: balance costs hardly any hops then. What does not count comes
 * last, for its paths, such as those from one spine to another, need turns that would be in the way
 * of others; where it is at a switch with something that counts it takes the paths to that.
 *
 * <p>The first LIDs found the channels empty. So LIDs may be routed again, once it is known what
 * all others load.
 */
final class LaneRouter {
  private static final long SCATTER = 6; // any number does

  // Searches may look at as many channels as growing the trees does, and at some on small fabrics,
  // not at more on large ones.
  private static final long SEARCHES = 4_000_000;
  private static final long SEARCHES_MAX = 64_000_000;

  private final NueTask task;
  private final ForwardingTables tables;
  private final long[] loads; // by channel, of the one of the same cable the other way
  private final int[] members;
  private final LaneLids counted;
  private final EscapeTree escapes;
  private final TurnGraph turns;
  private final PathTree tree;
  private final long[] carried; // by switch, scratch

  /**
   * A router of a lane.
   *
   * @param centrality by switch
   * @param takeTurns see {@link LaneLids#of}
   * @param tables rows of all switches; only the LIDs of the lane are written
   * @param loads by channel: what the one of the same cable the other way carries; grows with the
   *     paths
   */
  LaneRouter(
      LanePlan plan,
      int lane,
      int[] centrality,
      boolean takeTurns,
      ForwardingTables tables,
      long[] loads) {
    task = plan.task();
    this.tables = tables;
    this.loads = loads;
    SwitchGraph channels = task.channels();
    carried = new long[channels.switchCount];
    members = plan.members(lane);
    counted = LaneLids.of(task, members, takeTurns);
    escapes = new EscapeTree(channels, centrality);
    boolean[] isHome = new boolean[channels.switchCount];
    Arrays.fill(isHome, lane == GroupLane.LANE); // packets to groups go everywhere
    for (int member : members) {
      isHome[task.home(member)] = true;
    }
    long trees = (long) counted.count() * channels.channelCount;
    long most = Math.min(SEARCHES_MAX, SEARCHES + trees);
    turns = escapes.turns(isHome);
    Rim rim = new Rim(channels, centrality, task.remoteness(), turns.words());
    tree = new PathTree(channels, turns, escapes, rim, most, loads);
    int[] weights = plan.weights(lane);
    for (int home : new SeededRandom(SCATTER).permutation(channels.switchCount)) {
      if (weights[home] > 0) {
        tree.reserve(home, task.silent());
      }
    }
  }

  /** Routes the LIDs that count. */
  void route() {
    for (int place = 0; place < counted.count(); place++) {
      routeCounted(place);
    }
  }

  /**
   * Routes the first of them again.
   *
   * @param most of them
   * @return how many
   */
  int routeAgain(long most) {
    int count = (int) Math.min(most, counted.count());
    for (int place = 0; place < count; place++) {
      takeAway(counted.destinations()[place], counted.lids()[place]);
      routeCounted(place);
    }
    return count;
  }

  /** Routes the others, which nothing is routed after. */
  void routeOthers() {
    int[] routed = new int[task.channels().switchCount]; // by switch: a LID with paths, or 0
    for (int member : members) {
      if (task.counts()[member]) {
        routed[task.home(member)] = task.destinations().lids[member];
      }
    }
    for (int member : members) {
      if (!task.counts()[member]) {
        int base = task.destinations().lids[member];
        int home = task.home(member);
        if (routed[home] == 0) {
          route(member, base, Turns.FREE);
          routed[home] = base;
        }
        for (int lid = base; lid < base + task.lidCount(member); lid++) {
          copy(routed[home], lid, member);
        }
      }
    }
  }

  private void routeCounted(int place) {
    route(counted.destinations()[place], counted.lids()[place], Turns.ANY);
    tree.weigh(task.senders(), carried);
  }

  /** Takes from the loads what a LID's paths have added. */
  private void takeAway(int destination, int lid) {
    SwitchGraph channels = task.channels();
    int home = task.home(destination);
    for (int node = 0; node < channels.switchCount; node++) {
      int senders = task.senders()[node];
      if (senders == 0 || tables.port(node, lid) == ForwardingTables.NO_PORT) {
        continue;
      }
      for (int at = node; at != home; ) {
        int channel = channels.channel(at, tables.port(at, lid));
        loads[channels.reverse[channel]] -= senders;
        at = channels.to[channel];
      }
    }
  }

  private void route(int destination, int lid, Turns wanted) {
    int home = task.home(destination);
    tree.grow(home, wanted);
    tables.set(home, lid, task.destinations().numbers[destination]);
    for (int place = 0; place < tree.count(); place++) {
      int node = tree.node(place);
      if (node != home) {
        tables.set(node, lid, task.channels().numbers[tree.via(node)] & 0xFF);
      }
    }
  }

  private void copy(int from, int to, int destination) {
    for (int node = 0; node < task.channels().switchCount; node++) {
      tables.set(node, to, tables.port(node, from));
    }
    tables.set(task.home(destination), to, task.destinations().numbers[destination]);
  }
}
