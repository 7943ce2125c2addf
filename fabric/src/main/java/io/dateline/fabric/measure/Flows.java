package io.dateline.fabric.measure;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.util.Arrays;

/**
 * Flows that are under way at the same time, and how many of them are on each channel that a switch
 * puts packets on, those to end ports included: the hops of {@link
 * io.dateline.fabric.judge.HopCounts}. One worker's scratch.
 *
 * <p>Addresses are base LIDs. All channels count as equally fast, and a flow that the tables do not
 * deliver takes up no room.
 */
final class Flows {
  private final Fabric fabric;
  private final LidMap lids;
  private final ForwardingTables tables;
  private final int switchCount;
  private final int[] loads; // by port of a switch: flows that leave by it
  private int[] channels = new int[1024]; // of all flows, one after the other
  private int[] ends = new int[256]; // by flow: where its channels end in that array
  private int count;
  private int maxLoad;

  Flows(Fabric fabric, LidMap lids, ForwardingTables tables) {
    this.fabric = fabric;
    this.lids = lids;
    this.tables = tables;
    switchCount = fabric.switchCount();
    loads = new int[switchPortCount(fabric)];
  }

  private static int switchPortCount(Fabric fabric) {
    int ports = 0;
    for (int node = 0; node < fabric.switchCount(); node++) {
      ports += fabric.externalPortCount(node) + 1;
    }
    return ports;
  }

  /** Ends all flows. */
  void clear() {
    int used = channelCount();
    for (int i = 0; i < used; i++) {
      loads[channels[i]] = 0;
    }
    count = 0;
    maxLoad = 0;
  }

  /**
   * Begins a flow between two end nodes.
   *
   * @return whether packets arrive
   */
  boolean add(int source, int destination) {
    int first = channelCount();
    int end = trace(source, destination, first);
    if (end == Fabric.NONE) {
      return false;
    }
    for (int i = first; i < end; i++) {
      maxLoad = Math.max(maxLoad, ++loads[channels[i]]);
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = end;
    return true;
  }

  /** Notes the channels of a path from {@code first} on; where they end, or NONE if nowhere. */
  private int trace(int source, int destination, int first) {
    int lid = lids.baseLid(destination);
    int at = fabric.peer(source);
    int end = first;
    while (at != destination) {
      int node = at == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(at);
      // A path that is longer than there are switches goes round in circles.
      if (node < 0 || node >= switchCount || end - first == switchCount) {
        return Fabric.NONE;
      }
      int number = tables.port(node, lid);
      if (number == 0 || number > fabric.externalPortCount(node)) {
        return Fabric.NONE;
      }
      if (end == channels.length) {
        channels = Arrays.copyOf(channels, 2 * end);
      }
      int channel = fabric.port(node, number);
      channels[end++] = channel;
      at = fabric.peer(channel);
    }
    return end;
  }

  /** Flows that are delivered. */
  int count() {
    return count;
  }

  /** Channels of all flows, each counted for every flow on it. */
  int channelCount() {
    return count == 0 ? 0 : ends[count - 1];
  }

  /** The most flows on one channel, or 0 when there is none. */
  int maxLoad() {
    return maxLoad;
  }

  /**
   * What the flows get of a channel's bandwidth together: each {@code 1/n}, {@code n} being the
   * most flows on a channel of its path.
   */
  double bandwidth() {
    double sum = 0;
    int i = 0;
    for (int flow = 0; flow < count; flow++) {
      int congestion = 1;
      for (; i < ends[flow]; i++) {
        congestion = Math.max(congestion, loads[channels[i]]);
      }
      sum += 1.0 / congestion;
    }
    return sum;
  }
}
