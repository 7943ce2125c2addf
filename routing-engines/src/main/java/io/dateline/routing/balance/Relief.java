package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Takes paths off the channels that carry the most of them. A switch deals out LIDs evenly, but
 * does not know how many paths to each of them come by; so on irregular fabrics some channels get
 * far more than others.
 *
 * <p>Goes from the busiest channel down: for a LID that is sent over it, one switch on the way, or
 * before it, sends the LID by another of the ports that qualify, if then nothing on the other way
 * carries more than the goal. The goal is lowered in steps, which get smaller, until nothing helps
 * or the work allowed, a multiple of the entries there are, has been done. So the most paths on a
 * channel never grow.
 *
 * <p>Left as they are: paths to switches, ports that the balance ignores, and entries that are kept
 * from before, if it is not told to move those of movable LIDs ({@link #runWide}). LIDs of one end
 * port get no closer to each other than they are.
 */
final class Relief {
  /** Steps of the search per entry of the tables, and for all of them. */
  private static final long WORK_PER_ENTRY = 8;

  private static final long WORK_MAX = 500_000;

  private static final int FIRST_STEP_DIVISOR = 16;

  private static final int BEFORE = 1;
  private static final int BEHIND = 2;

  private final LidMap lids;
  private final Allowed allowed;
  private final TablePlan plan;
  private final SwitchGraph channels;
  private final ForwardingTables tables;
  private final LidOverlap apart;
  private final BitSet movable; // LIDs of which an entry may be changed
  private final long[] paths; // by channel
  private final int[] homes; // by LID that counts: the switch it is at, Fabric.NONE for others
  private final LedPaths led;
  private boolean movesKept; // entries of movable LIDs that are as before
  private long work; // that is left
  private final Senders tree; // of a LID above a channel, the switch that it leaves first
  private int afterChannel; // the switch that the channel leads to
  private final int[] marks; // by switch: BEFORE or BEHIND the channel on the path to move, or 0

  /**
   * Begins.
   *
   * @param movable LIDs of which entries may be changed
   * @param tables to change
   * @param paths that they lead by each channel; kept up to date
   */
  Relief(
      LidMap lids,
      Allowed allowed,
      TablePlan plan,
      ForwardingTables tables,
      long[] paths,
      BitSet movable) {
    this.lids = lids;
    this.allowed = allowed;
    this.movable = movable;
    this.plan = plan;
    this.tables = tables;
    this.paths = paths;
    led = new LedPaths(plan, tables, paths);
    channels = plan.channels();
    apart = new LidOverlap(plan, tables);
    int count = channels.switchCount;
    tree = new Senders(plan, tables);
    marks = new int[count];
    homes = plan.order().homes(tables.maxLid());
    work = Math.min(WORK_MAX, WORK_PER_ENTRY * count * (tables.maxLid() + 1));
  }

  /** Changes the tables; of movable LIDs, entries that are kept, too. */
  void runWide() {
    movesKept = true;
    run();
  }

  /** Changes the tables. */
  void run() {
    long most = most();
    long step = Math.max(1, most / FIRST_STEP_DIVISOR);
    while (step >= 1 && most > 0 && work > 0) {
      boolean reached = lower(most - step);
      most = most();
      step = reached ? step : step / 2;
    }
  }

  private long most() {
    return Arrays.stream(paths).max().orElse(0);
  }

  /** Tries to get all channels down to a goal; stops at the first where that fails. */
  private boolean lower(long goal) {
    return IntStream.range(0, channels.channelCount)
        .filter(channel -> paths[channel] > goal)
        .boxed()
        .sorted(Comparator.comparingLong((Integer channel) -> -paths[channel])) // stable
        .allMatch(channel -> relieve(channel, goal));
  }

  /** Takes LIDs off a channel until it carries no more than the goal. */
  private boolean relieve(int channel, long goal) {
    int after = channels.to[channel];
    int node = channels.from(channel);
    byte number = channels.numbers[channel];
    afterChannel = after;
    work -= homes.length;
    for (int lid = 0; lid < homes.length && paths[channel] > goal; lid++) {
      int home = homes[lid];
      if (tables.row(node)[lid] != number
          || home == Fabric.NONE
          || home == node
          || !movable.get(lid)
          || led.isDeadEnd(after, lid, home)) {
        continue;
      }
      work -= tree.grow(node, lid);
      for (int place = 0; place < tree.size() && work > 0; place++) {
        if (tree.flow(place) > 0 && move(place, lid, home, goal)) {
          break;
        }
      }
      if (work <= 0) {
        return false;
      }
    }
    return paths[channel] <= goal;
  }

  /** Has a switch of the tree send a LID by another port that qualifies. */
  private boolean move(int place, int lid, int home, long goal) {
    int node = tree.node(place);
    int was = led.channel(node, lid);
    if (!plan.isCounted(was) || (!movesKept && plan.isKept(node, lid, channels.number(was)))) {
      return false;
    }
    int best = Fabric.NONE;
    long bestPeak = goal + 1;
    mark(place, lid, home, BEFORE, BEHIND);
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      if (channel != was && plan.isCounted(channel) && allowed.isAllowed(node, channel, home)) {
        long peak = peak(channel, lid, tree.flow(place));
        if (peak < bestPeak && staysApart(node, was, channel, lid)) {
          bestPeak = peak;
          best = channel;
        }
      }
    }
    mark(place, lid, home, 0, 0);
    if (best == Fabric.NONE) {
      return false;
    }
    led.send(node, lid, best, tree.flow(place));
    return true;
  }

  /** Marks the path of a switch of the tree: as far as the channel in question, and behind it. */
  private void mark(int place, int lid, int home, int before, int behind) {
    for (int at = place; at != Fabric.NONE; at = tree.parent(at)) {
      marks[tree.node(at)] = before;
    }
    for (int node = afterChannel; node != home; node = channels.to[led.channel(node, lid)]) {
      marks[node] = behind;
    }
    marks[home] = behind;
  }

  /**
   * The most that a channel would carry of those from one to where the path meets that of now
   * again, or more than any goal if that is before the channel in question.
   */
  private long peak(int from, int lid, int flow) {
    long peak = 0;
    for (int channel = from; channel != Fabric.NONE; ) {
      work--;
      if (plan.isCounted(channel)) {
        peak = Math.max(peak, paths[channel] + flow);
      }
      int node = channels.to[channel];
      if (marks[node] != 0) {
        return marks[node] == BEHIND ? peak : Long.MAX_VALUE;
      }
      channel = led.channel(node, lid);
    }
    return Long.MAX_VALUE; // a switch that has no entry
  }

  private boolean staysApart(int node, int was, int channel, int lid) {
    int port = lids.port(lid);
    int count = lids.lidCount(port);
    work -= count == 1 ? 0 : 2L * count * count;
    return apart.staysApart(node, lid, lids.baseLid(port), count, was, channel);
  }
}
