package io.dateline.routing.nue;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.routing.nue.PathTree.Turns;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Routes the destinations of one lane, on a dependency graph of its own.
 *
 * <p>Which turns are closed is a matter of who comes first. So at first every switch with
 * destinations that count has one tree of as few turns as there can be, in no order, so that no
 * region is put before another one. Only then are LIDs given their paths, in order, which may use
 * any other turn that is still open: balance costs hardly any hops then. What does not count comes
 * last, for its paths, such as those from one spine to another, need turns that would be in the way
 * of others; where it is at a switch with something that counts it takes the paths to that.
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
  private final long[] carried; // by switch, scratch
  private GroupLane groupLane; // null before it is routed

  /**
   * A router of some lanes one after the other.
   *
   * @param tables rows of all switches; only the LIDs of the lanes are written
   * @param loads by channel: what the one of the same cable the other way carries; grows with the
   *     paths
   */
  LaneRouter(NueTask task, ForwardingTables tables, long[] loads) {
    this.task = task;
    this.tables = tables;
    this.loads = loads;
    carried = new long[task.channels().switches];
  }

  /**
   * Routes a lane.
   *
   * @param centres by lane
   */
  void route(LanePlan plan, int lane, List<Centres> centres) {
    DuplexChannels channels = task.channels();
    int[] centrality = centres.get(lane).centrality();
    EscapeTree escapes = new EscapeTree(channels, centrality);
    int[] members = plan.members(lane);
    int[] weights = plan.weights(lane);
    boolean[] isHome = new boolean[channels.switches];
    Arrays.fill(isHome, lane == GroupLane.LANE); // packets to groups go everywhere
    for (int member : members) {
      isHome[task.home(member)] = true;
    }
    long trees = (long) IntStream.of(weights).sum() * channels.count;
    long most = Math.min(SEARCHES_MAX, SEARCHES + trees);
    TurnGraph turns = escapes.turns(isHome);
    Rim rim = new Rim(channels, centrality, task.remoteness(), turns.words());
    PathTree tree = new PathTree(channels, turns, escapes, rim, most, loads);
    int[] scattered = new SeededRandom(SCATTER).permutation(channels.switches);
    for (int home : scattered) {
      if (weights[home] > 0) {
        tree.reserve(home, task.silent());
      }
    }
    int[] routed = new int[channels.switches]; // by switch: a LID with paths, or 0
    routeCounted(tree, members, routed);
    routeOthers(tree, members, routed);
    if (lane == GroupLane.LANE && channels.switches > 0) {
      groupLane = new GroupLane(turns, escapes, GroupLane.root(task, escapes, centres));
    }
  }

  /** The lane of groups; null if it was not among those that were routed. */
  GroupLane groupLane() {
    return groupLane;
  }

  private void routeCounted(PathTree tree, int[] members, int[] routed) {
    for (int member : members) {
      if (task.counts()[member]) {
        int base = task.destinations().lids[member];
        for (int lid = base; lid < base + task.lidCount(member); lid++) {
          route(tree, member, lid, Turns.ANY);
          tree.weigh(task.senders(), carried);
        }
        routed[task.home(member)] = base;
      }
    }
  }

  private void routeOthers(PathTree tree, int[] members, int[] routed) {
    for (int member : members) {
      if (!task.counts()[member]) {
        int base = task.destinations().lids[member];
        int home = task.home(member);
        if (routed[home] == 0) {
          route(tree, member, base, Turns.FREE);
          routed[home] = base;
        }
        for (int lid = base; lid < base + task.lidCount(member); lid++) {
          copy(routed[home], lid, member);
        }
      }
    }
  }

  private void route(PathTree tree, int destination, int lid, Turns turns) {
    int home = task.home(destination);
    tree.grow(home, turns);
    tables.set(home, lid, task.destinations().numbers[destination]);
    for (int place = 0; place < tree.count(); place++) {
      int node = tree.node(place);
      if (node != home) {
        tables.set(node, lid, task.channels().numbers[tree.via(node)] & 0xFF);
      }
    }
  }

  private void copy(int from, int to, int destination) {
    for (int node = 0; node < task.channels().switches; node++) {
      tables.set(node, to, tables.port(node, from));
    }
    tables.set(task.home(destination), to, task.destinations().numbers[destination]);
  }
}
