package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.List;

/**
 * Deals out LIDs: every switch sends each of them by the qualifying port that a {@link Measure}
 * finds to have the fewest paths so far; among equals by the first. Then the paths to it are added
 * to the channels, those that really come by (as T. Hoefler et al. do in "Optimized Routing for
 * Large-Scale InfiniBand Networks", HotI 2009, but on the shortest ways only). A switch that counts
 * the LIDs behind each of its ports, as OpenSM's does, deals out many that no port sends by it,
 * while those that are sent by it may all share a port: in a tree of three levels they do.
 *
 * <p>LIDs of one end port go apart first: to a system, or else to a switch, that none of them goes
 * to; among those with as many paths, to the switch that has the fewest of them.
 *
 * <p>What the tables of before have and what still qualifies is kept and counted first, so that the
 * rest is balanced around it.
 *
 * <p>Has counters of its own; several may work on the same tables, each on groups of its own.
 */
final class Dealer {
  /** What makes a port better than another. */
  enum Measure {
    /** Fewest paths by the port itself, then on the way behind it: best on trees. */
    PORT,
    /** Fewest on the whole way, channels that have many weighing more: best on other networks. */
    WAY
  }

  private final Measure measure;
  private final SwitchGraph channels;
  private final TablePlan plan;
  private final ForwardingTables tables;
  private final long[] paths; // by channel
  private final double[] squares; // by way: paths by its channel, squared
  private final Ways ways;
  private final LidOverlap apart;
  private final double[] costs; // by switch: squares of the paths on the way from it, summed up
  private final int[] chosen; // by place on the ways: the way
  private final int[] flows; // by switch: paths that come by
  private final int[] keptFlows; // by switch: those that came by kept entries only
  private final int[] equals = new int[256]; // ways that are as good as each other

  Dealer(Choices choices, TablePlan plan, ForwardingTables tables, Measure measure) {
    this.measure = measure;
    this.plan = plan;
    this.tables = tables;
    channels = plan.channels();
    paths = new long[channels.channelCount];
    squares = new double[channels.channelCount];
    ways = new Ways(channels, choices);
    apart = new LidOverlap(plan, tables);
    costs = new double[tables.switchCount()];
    chosen = new int[tables.switchCount()];
    flows = new int[tables.switchCount()];
    keptFlows = new int[tables.switchCount()];
  }

  /**
   * Fills the entries of groups, in which nothing but {@link ForwardingTables#NO_PORT} is expected.
   *
   * @return paths by channel
   */
  long[] deal(List<DestinationOrder.Group> groups) {
    if (plan.previous() != null) {
      groups.forEach(this::keep);
    }
    groups.forEach(this::deal);
    return paths;
  }

  /** Sets the entries of a group that the tables of before have and that still qualify. */
  private void keep(DestinationOrder.Group group) {
    aim(group.node());
    DestinationOrder order = plan.order();
    for (int at = group.first(); at < group.end(); at++) {
      int end = order.baseLids[at] + order.lidCounts[at];
      for (int lid = order.baseLids[at]; lid < end; lid++) {
        for (int place = 0; place < ways.count; place++) {
          int node = ways.order[place];
          chosen[place] = kept(node, plan.previous().port(node, lid));
          if (chosen[place] != Fabric.NONE) {
            set(node, lid, chosen[place]);
          }
        }
        if (order.counts[at]) {
          addKept(1);
        }
      }
    }
  }

  private void aim(int destination) {
    ways.to(destination);
    int end = ways.first[ways.first.length - 1];
    for (int way = 0; way < end; way++) {
      squares[way] = square(ways.channels[way]);
    }
  }

  /** The way by which an entry leads, NONE if that does not qualify. */
  private int kept(int node, int number) {
    int channel = channels.channel(node, number);
    for (int way = ways.first[node]; way < ways.first[node + 1]; way++) {
      if (ways.channels[way] == channel) {
        return way;
      }
    }
    return Fabric.NONE;
  }

  private void set(int node, int lid, int way) {
    tables.set(node, lid, channels.numbers[ways.channels[way]] & 0xFF);
  }

  private void deal(DestinationOrder.Group group) {
    aim(group.node());
    DestinationOrder order = plan.order();
    byte[] row = tables.row(group.node());
    for (int at = group.first(); at < group.end(); at++) {
      int firstLid = order.baseLids[at];
      int lidCount = order.lidCounts[at];
      Arrays.fill(row, firstLid, firstLid + lidCount, (byte) order.lastPorts[at]);
      for (int lid = firstLid; lid < firstLid + lidCount; lid++) {
        costs[group.node()] = 0;
        if (plan.previous() != null && order.counts[at]) {
          findKept(lid);
          addKept(-1);
        }
        if (lidCount == 1 && plan.previous() == null && plan.ties().areSimple()) {
          if (measure == Measure.PORT) {
            chooseByPort(lid);
          } else {
            chooseByWay(lid);
          }
        } else {
          choose(lid, firstLid, lidCount);
        }
        if (order.counts[at]) {
          add();
        }
      }
    }
  }

  private void findKept(int lid) {
    for (int place = 0; place < ways.count; place++) {
      int node = ways.order[place];
      chosen[place] = kept(node, tables.port(node, lid));
    }
  }

  // Takes the first of the best, everywhere. Arrays are locals, for this is most of the time of
  // engines, and commands end before the JVM has optimized it.
  private void chooseByWay(int lid) {
    int[] order = ways.order;
    int[] first = ways.first;
    int[] to = ways.to;
    double[] costs = this.costs;
    double[] squares = this.squares;
    for (int place = ways.count - 1; place >= 0; place--) {
      int node = order[place];
      int best = first[node];
      int end = first[node + 1];
      double least = squares[best] + costs[to[best]];
      for (int way = best + 1; way < end; way++) {
        double cost = squares[way] + costs[to[way]];
        if (cost < least) {
          least = cost;
          best = way;
        }
      }
      chosen[place] = best;
      costs[node] = least;
      set(node, lid, best);
    }
  }

  private void chooseByPort(int lid) {
    int[] to = ways.to;
    double[] costs = this.costs;
    double[] squares = this.squares;
    for (int place = ways.count - 1; place >= 0; place--) {
      int node = ways.order[place];
      int best = ways.first[node];
      int end = ways.first[node + 1];
      for (int way = best + 1; way < end; way++) {
        double more = squares[way] - squares[best];
        if (more < 0 || (more == 0 && costs[to[way]] < costs[to[best]])) {
          best = way;
        }
      }
      chosen[place] = best;
      costs[node] = squares[best] + costs[to[best]];
      set(node, lid, best);
    }
  }

  private void choose(int lid, int firstLid, int lidCount) {
    for (int place = ways.count - 1; place >= 0; place--) {
      int node = ways.order[place];
      int way = kept(node, tables.port(node, lid));
      if (way == Fabric.NONE) {
        way = pick(node, lid, firstLid, lidCount);
        set(node, lid, way);
      }
      chosen[place] = way;
      costs[node] = cost(ways.channels[way]);
    }
  }

  private double cost(int channel) {
    return square(channel) + costs[channels.to[channel]];
  }

  private double square(int channel) {
    return (double) paths[channel] * paths[channel];
  }

  /** Less than 0 where {@code channel} is better. */
  private int compare(int channel, int other) {
    if (measure == Measure.PORT && paths[channel] != paths[other]) {
      return Long.compare(paths[channel], paths[other]);
    }
    return Double.compare(cost(channel), cost(other));
  }

  private int pick(int node, int lid, int firstLid, int lidCount) {
    int begin = ways.first[node];
    int size = ways.first[node + 1] - begin;
    int start = start(node, lid, firstLid, begin, size);
    int count = 0;
    for (int i = 0; i < size; i++) {
      int way = begin + (start + i) % size;
      int better =
          count == 0
              ? -1
              : compare(
                  node, lid, firstLid, lidCount, ways.channels[way], ways.channels[equals[0]]);
      if (better < 0) {
        count = 0;
      }
      if (better <= 0) {
        equals[count++] = way;
      }
    }
    return equals[plan.ties().draw(node, lid, count)];
  }

  /** Where in the candidates looking begins: behind the port of the LID before. */
  private int start(int node, int lid, int firstLid, int begin, int size) {
    int start = 0;
    if (lid > firstLid) {
      int before = channels.channel(node, tables.port(node, lid - 1));
      while (start < size && ways.channels[begin + start] <= before) {
        start++;
      }
    }
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += paths[ways.channels[begin + i]];
    }
    return (start + plan.ties().shift(sum, size)) % size;
  }

  /** Less than 0 where {@code channel} is better. */
  private int compare(int node, int lid, int firstLid, int lidCount, int channel, int other) {
    if (lidCount == 1) {
      return compare(channel, other);
    }
    int overlap =
        apart.overlap(node, lid, firstLid, lidCount, channel)
            - apart.overlap(node, lid, firstLid, lidCount, other);
    if (overlap != 0) {
      return overlap;
    }
    int paths = compare(channel, other);
    return paths != 0
        ? paths
        : apart.uses(node, firstLid, lidCount, channel)
            - apart.uses(node, firstLid, lidCount, other);
  }

  /** Adds the paths to a LID to the channels that have been chosen for it. */
  private void add() {
    System.arraycopy(plan.senders(), 0, flows, 0, flows.length);
    for (int place = 0; place < ways.count; place++) {
      int flow = flows[ways.order[place]];
      if (flow != 0) {
        int way = chosen[place];
        flows[ways.to[way]] += flow;
        count(way, flow);
      }
    }
  }

  /** Adds those that come by kept entries only, or takes them away again. */
  private void addKept(int sign) {
    System.arraycopy(plan.senders(), 0, keptFlows, 0, keptFlows.length);
    for (int place = 0; place < ways.count; place++) {
      int way = chosen[place];
      if (way != Fabric.NONE) {
        int flow = keptFlows[ways.order[place]];
        keptFlows[ways.to[way]] += flow;
        count(way, (long) sign * flow);
      }
    }
  }

  private void count(int way, long more) {
    int channel = ways.channels[way];
    if (plan.isCounted(channel)) {
      paths[channel] += more;
      squares[way] = square(channel);
    }
  }
}
