package io.dateline.routing.nue;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.balance.Destinations.Kind;
import io.dateline.routing.balance.PortMarks;
import java.util.stream.IntStream;

/**
 * What is the same for all lanes. Any thread may read it.
 *
 * @param counts by destination: its paths weigh something, and it has a share of its lane; switches
 *     do with {@code nue_include_switches}
 * @param senders by switch: end ports there whose paths weigh something
 * @param weights by switch: LIDs there that count
 * @param avoided by channel: it is taken only where there is no other; or null
 */
record NueTask(
    Fabric fabric,
    LidMap lids,
    SwitchGraph channels,
    Destinations destinations,
    boolean[] counts,
    int[] senders,
    int[] weights,
    boolean[] avoided) {
  private static final int ALONE = Integer.MAX_VALUE; // cables lead to no sender
  private static final long AVOIDED = 1L << 40; // more than all paths of a fabric

  static NueTask of(Fabric fabric, LidMap lids, RoutingOptions options) {
    SwitchGraph channels = new SwitchGraph(fabric);
    Destinations destinations = new Destinations(fabric, lids, options.trees());
    boolean[] counts = new boolean[destinations.count];
    int[] senders = new int[channels.switchCount];
    int[] weights = new int[channels.switchCount];
    for (int destination = 0; destination < counts.length; destination++) {
      counts[destination] =
          destinations.kinds[destination] != Kind.SWITCH || options.lanes().nueIncludesSwitches();
      if (counts[destination]) {
        int home = destinations.homes[destination];
        senders[home]++;
        weights[home] += lids.lidCount(destinations.ports[destination]);
      }
    }
    boolean[] avoided =
        options.ports().avoidThrottledLinks() ? PortMarks.throttled(fabric, channels) : null;
    return new NueTask(fabric, lids, channels, destinations, counts, senders, weights, avoided);
  }

  /** By switch whether no end port is there whose paths weigh something. */
  boolean[] silent() {
    boolean[] silent = new boolean[senders.length];
    for (int node = 0; node < silent.length; node++) {
      silent[node] = senders[node] == 0;
    }
    return silent;
  }

  /** By switch how many cables lead to the next one that is not silent; as many as there are. */
  int[] remoteness() {
    int[] loud = IntStream.range(0, senders.length).filter(node -> senders[node] > 0).toArray();
    int[] remoteness = new BreadthFirst(channels).from(loud).distances();
    for (int node = 0; node < remoteness.length; node++) {
      remoteness[node] = remoteness[node] == BreadthFirst.NONE ? ALONE : remoteness[node];
    }
    return remoteness;
  }

  /** The port, as an index, by which a channel leaves its switch. */
  int port(int node, int channel) {
    return fabric.port(node, channels.numbers[channel] & 0xFF);
  }

  /**
   * The channel by which packets to a LID leave a switch.
   *
   * @return {@link Fabric#NONE} at its own switch, and where none leads there
   */
  int next(ForwardingTables tables, int node, int home, int lid) {
    int number = tables.port(node, lid);
    return node == home || number == ForwardingTables.NO_PORT
        ? Fabric.NONE
        : channels.channel(node, number);
  }

  int home(int destination) {
    return destinations.homes[destination];
  }

  int lidCount(int destination) {
    return lids.lidCount(destinations.ports[destination]);
  }

  /** By channel: no load, but where the one of the same cable the other way is avoided. */
  long[] firstLoads() {
    long[] loads = new long[channels.channelCount];
    for (int channel = 0; avoided != null && channel < loads.length; channel++) {
      loads[channel] = avoided[channels.reverse[channel]] ? AVOIDED : 0;
    }
    return loads;
  }
}
