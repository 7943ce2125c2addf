package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.balance.Destinations.Kind;
import io.dateline.routing.balance.PortMarks;

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
    DuplexChannels channels,
    Destinations destinations,
    boolean[] counts,
    int[] senders,
    int[] weights,
    boolean[] avoided) {
  private static final long AVOIDED = 1L << 40; // more than all paths of a fabric

  static NueTask of(RoutingRequest request) {
    Fabric fabric = request.fabric();
    LidMap lids = request.lids();
    DuplexChannels channels = new DuplexChannels(fabric);
    Destinations destinations = new Destinations(fabric, lids, request.options().trees());
    boolean[] counts = new boolean[destinations.count];
    int[] senders = new int[channels.switches];
    int[] weights = new int[channels.switches];
    for (int destination = 0; destination < counts.length; destination++) {
      counts[destination] =
          destinations.kinds[destination] != Kind.SWITCH
              || request.options().lanes().nueIncludesSwitches();
      if (counts[destination]) {
        int home = destinations.homes[destination];
        senders[home]++;
        weights[home] += lids.lidCount(destinations.ports[destination]);
      }
    }
    boolean[] avoided =
        request.options().ports().avoidThrottledLinks()
            ? PortMarks.throttled(fabric, channels.channels)
            : null;
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
    int[] remoteness = new int[channels.switches];
    int[] queue = new int[channels.switches];
    int reached = 0;
    for (int node = 0; node < remoteness.length; node++) {
      remoteness[node] = senders[node] > 0 ? 0 : Integer.MAX_VALUE;
      if (senders[node] > 0) {
        queue[reached++] = node;
      }
    }
    for (int place = 0; place < reached; place++) {
      int node = queue[place];
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        int other = channels.to[channel];
        if (remoteness[other] == Integer.MAX_VALUE) {
          remoteness[other] = remoteness[node] + 1;
          queue[reached++] = other;
        }
      }
    }
    return remoteness;
  }

  /** Switches, as heavy as their destinations. */
  SwitchGraph graph() {
    return new SwitchGraph(channels.first, channels.to, weights);
  }

  /** The port, as an index, by which a channel leaves its switch. */
  int port(int node, int channel) {
    return fabric.port(node, channels.numbers[channel] & 0xFF);
  }

  int home(int destination) {
    return destinations.homes[destination];
  }

  int lidCount(int destination) {
    return lids.lidCount(destinations.ports[destination]);
  }

  /** By channel: no load, but where the one of the same cable the other way is avoided. */
  long[] firstLoads() {
    long[] loads = new long[channels.count];
    for (int channel = 0; avoided != null && channel < loads.length; channel++) {
      loads[channel] = avoided[channels.reverse[channel]] ? AVOIDED : 0;
    }
    return loads;
  }
}
