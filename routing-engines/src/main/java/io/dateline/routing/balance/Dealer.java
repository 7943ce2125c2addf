package io.dateline.routing.balance;

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
 * <p>LIDs of one end port go apart first, see {@link PortChoice}.
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
  private final PortChoice choice;
  private final SwitchGraph channels;
  private final TablePlan plan;
  private final ForwardingTables tables;
  private final long[] paths; // by channel
  private final double[] squares; // by way: paths by its channel, squared
  private final Ways ways;
  private final double[] costs; // by switch: squares of the paths on the way from it, summed up
  private final int[] chosen; // by place on the ways: the way
  private final int[] flows; // by switch: paths that come by

  Dealer(Choices choices, TablePlan plan, ForwardingTables tables, Measure measure) {
    this.measure = measure;
    this.plan = plan;
    this.tables = tables;
    channels = plan.channels();
    paths = new long[channels.channelCount];
    squares = new double[channels.channelCount];
    ways = new Ways(channels, choices);
    costs = new double[tables.switchCount()];
    chosen = new int[tables.switchCount()];
    flows = new int[tables.switchCount()];
    choice = new PortChoice(measure, plan, tables, paths, costs);
  }

  /**
   * Fills the entries of groups, in which nothing but {@link ForwardingTables#NO_PORT} is expected.
   *
   * @return paths by channel
   */
  long[] deal(List<DestinationOrder.Group> groups) {
    groups.forEach(this::deal);
    return paths;
  }

  private void aim(int destination) {
    ways.to(destination);
    int end = ways.first[ways.first.length - 1];
    for (int way = 0; way < end; way++) {
      squares[way] = choice.square(ways.channels[way]);
    }
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
        if (lidCount == 1 && plan.ties().areSimple()) {
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
      int begin = ways.first[node];
      int size = ways.first[node + 1] - begin;
      int way = choice.pick(node, lid, firstLid, lidCount, ways.channels, begin, size);
      set(node, lid, way);
      chosen[place] = way;
      costs[node] = choice.cost(ways.channels[way]);
    }
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

  private void count(int way, long more) {
    int channel = ways.channels[way];
    if (plan.isCounted(channel)) {
      paths[channel] += more;
      squares[way] = choice.square(channel);
    }
  }
}
