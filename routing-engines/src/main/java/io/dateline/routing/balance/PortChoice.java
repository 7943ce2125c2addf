package io.dateline.routing.balance;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.balance.Dealer.Measure;

/**
 * Chooses one of the ports that qualify: the one that a {@link Measure} finds best. LIDs of one end
 * port go apart first: to a system, or else to a switch, that none of them goes to; among those
 * with as many paths, to the switch that has the fewest of them. A worker's own.
 */
final class PortChoice {
  private final Measure measure;
  private final TablePlan plan;
  private final SwitchGraph channels;
  private final ForwardingTables tables;
  private final long[] paths; // by channel
  private final double[] costs; // by switch: squares of the paths on the way from it, summed up
  private final LidOverlap apart;
  private final int[] equals = new int[256]; // places of ports that are as good as each other

  /**
   * Begins.
   *
   * @param paths by channel; read at each choice
   * @param costs by switch: squares of the paths on the way from it, summed up; read at each choice
   */
  PortChoice(
      Measure measure, TablePlan plan, ForwardingTables tables, long[] paths, double[] costs) {
    this.measure = measure;
    this.plan = plan;
    this.tables = tables;
    this.paths = paths;
    this.costs = costs;
    channels = plan.channels();
    apart = new LidOverlap(plan, tables);
  }

  /** What the way costs that begins with a channel. */
  double cost(int channel) {
    return square(channel) + costs[channels.to[channel]];
  }

  double square(int channel) {
    return (double) paths[channel] * paths[channel];
  }

  /**
   * Chooses.
   *
   * @param qualified channels, those from {@code begin} on, so many as {@code size} says, at least
   *     1
   * @return where in {@code qualified} the best one is
   */
  int pick(int node, int lid, int firstLid, int lidCount, int[] qualified, int begin, int size) {
    int start = start(node, lid, firstLid, qualified, begin, size);
    int count = 0;
    for (int i = 0; i < size; i++) {
      int at = begin + (start + i) % size;
      int better =
          count == 0
              ? -1
              : compare(node, lid, firstLid, lidCount, qualified[at], qualified[equals[0]]);
      if (better < 0) {
        count = 0;
      }
      if (better <= 0) {
        equals[count++] = at;
      }
    }
    return equals[plan.ties().draw(node, lid, count)];
  }

  /** Where in the candidates looking begins: behind the port of the LID before. */
  private int start(int node, int lid, int firstLid, int[] qualified, int begin, int size) {
    int start = 0;
    if (lid > firstLid) {
      int before = channels.channel(node, tables.port(node, lid - 1));
      while (start < size && qualified[begin + start] <= before) {
        start++;
      }
    }
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += paths[qualified[begin + i]];
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
    int better = compare(channel, other);
    return better != 0
        ? better
        : apart.uses(node, firstLid, lidCount, channel)
            - apart.uses(node, firstLid, lidCount, other);
  }

  private int compare(int channel, int other) {
    if (measure == Measure.PORT && paths[channel] != paths[other]) {
      return Long.compare(paths[channel], paths[other]);
    }
    return Double.compare(cost(channel), cost(other));
  }
}
