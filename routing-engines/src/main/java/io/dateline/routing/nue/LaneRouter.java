package io.dateline.routing.nue;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.routing.nue.PathTree.Turns;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;

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
  private final int[] weights; // by switch
  private final LaneLids counted;
  private final EscapeTree escapes;
  private final TurnGraph turns;
  private final PathTree tree;
  private final StandingTree standing;
  private ForwardingTables previous; // that paths are kept of, or null
  private final BitSet missing = new BitSet(); // LIDs whose paths were not all kept
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
    standing = new StandingTree(channels);
    for (int member : members) {
      int base = task.destinations().lids[member];
      missing.set(base, base + task.lidCount(member));
    }
    weights = plan.weights(lane);
  }

  /** Routes the LIDs that count. */
  void route() {
    for (int home : new SeededRandom(SCATTER).permutation(task.channels().switchCount)) {
      if (weights[home] > 0) {
        tree.reserve(home, task.silent());
      }
    }
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

  /**
   * Takes over the paths that tables of before have, of LIDs to which all have one. Others' turns
   * are used, too: none of them is to be closed by what is routed anew.
   */
  void keep(ForwardingTables before) {
    previous = before;
    for (int member : members) {
      int home = task.home(member);
      int base = task.destinations().lids[member];
      for (int lid = base; lid < base + task.lidCount(member); lid++) {
        standing.read(previous, lid, home, turns);
        if (standing.count() == escapes.pieceSize(home)) {
          missing.clear(lid);
          write(member, lid, standing.count(), standing::node, standing::via);
          if (task.counts()[member]) {
            standing.weigh(task.senders(), loads, carried);
          }
        }
      }
    }
  }

  /**
   * Routes the LIDs that count and to which not all have a path, and keeps what paths there are.
   */
  void mend() {
    for (int place = 0; place < counted.count(); place++) {
      int lid = counted.lids()[place];
      if (missing.get(lid)) {
        mend(counted.destinations()[place], lid);
        tree.weigh(task.senders(), carried);
      }
    }
  }

  /**
   * Leads paths over channels that have come.
   *
   * @param came channels that no path leads over
   * @return whether any path has changed
   */
  boolean lead(int[] came) {
    Arrivals arrivals = new Arrivals(task, came, turns, standing, tables, loads);
    for (int place = 0; place < counted.count(); place++) {
      arrivals.lead(counted.destinations()[place], counted.lids()[place]);
    }
    for (int member : members) {
      if (!task.counts()[member]) {
        int base = task.destinations().lids[member];
        for (int lid = base; lid < base + task.lidCount(member); lid++) {
          arrivals.lead(member, lid);
        }
      }
    }
    return arrivals.hasMoved();
  }

  private void mend(int member, int lid) {
    int home = task.home(member);
    standing.read(previous, lid, home, turns);
    while (!tree.growAround(home, standing)) {
      standing.escape(tree::isStranded, escapes.toward(home), turns);
    }
    write(member, lid, tree.count(), tree::node, tree::via);
  }

  /** Routes the others that have no paths yet, which nothing is routed after. */
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
        for (int lid = base; lid < base + task.lidCount(member); lid++) {
          if (missing.get(lid)) {
            if (routed[home] == 0) {
              routeOther(member, lid);
              routed[home] = lid;
            }
            copy(routed[home], lid, member);
          }
        }
      }
    }
  }

  private void routeOther(int member, int lid) {
    if (previous == null) {
      route(member, lid, Turns.FREE);
    } else {
      mend(member, lid);
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
    tree.grow(task.home(destination), wanted);
    write(destination, lid, tree.count(), tree::node, tree::via);
  }

  /** Writes paths, of which the destination's switch is the first. */
  private void write(
      int destination, int lid, int count, IntUnaryOperator nodes, IntUnaryOperator via) {
    tables.set(task.home(destination), lid, task.destinations().numbers[destination]);
    for (int place = 1; place < count; place++) {
      int node = nodes.applyAsInt(place);
      tables.set(node, lid, task.channels().number(via.applyAsInt(node)));
    }
  }

  private void copy(int from, int to, int destination) {
    for (int node = 0; node < task.channels().switchCount; node++) {
      tables.set(node, to, tables.port(node, from));
    }
    tables.set(task.home(destination), to, task.destinations().numbers[destination]);
  }
}
