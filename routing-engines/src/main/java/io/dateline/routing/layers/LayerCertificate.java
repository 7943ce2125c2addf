package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.routing.cdg.Channels;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntBinaryOperator;

/**
 * Why no layer has a cycle: an order of all channels for each, in which the channels of every path
 * of the layer ascend. It can be checked in time that grows with switches x LIDs, without a graph.
 *
 * @param orders by layer, then by channel (switch by switch, cables to switches in port order): its
 *     position
 */
record LayerCertificate(List<int[]> orders) {
  private static final int UNKNOWN = -1;
  private static final int LOST = -2;

  /**
   * Looks for a path that does not ascend.
   *
   * @param layerOf layer by switch and LID
   * @return a sentence that names one; empty where the certificate holds
   */
  Optional<String> refuted(
      Fabric fabric, LidMap lids, ForwardingTables tables, IntBinaryOperator layerOf) {
    Channels channels = new Channels(fabric);
    int[] ascends = new int[channels.switchCount]; // by switch: layers in which its path does
    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      int port = lids.port(lid);
      if (port == Fabric.NONE) {
        continue;
      }
      Arrays.fill(ascends, UNKNOWN);
      for (int node = 0; node < ascends.length; node++) {
        int mask = ascends(channels, fabric, tables, node, lid, port, ascends);
        if (mask == LOST || channel(channels, tables, node, lid) < 0) {
          continue; // it does not arrive, or is there
        }
        int layer = layerOf.applyAsInt(node, lid);
        if (layer < 0 || (mask >>> layer & 1) == 0) {
          return Optional.of(
              "the path from switch %d to LID %d does not ascend in layer %d"
                  .formatted(node, lid, layer));
        }
      }
    }
    return Optional.empty();
  }

  private int ascends(
      Channels channels,
      Fabric fabric,
      ForwardingTables tables,
      int from,
      int lid,
      int destination,
      int[] known) {
    int[] path = new int[channels.switchCount];
    int hops = 0;
    int node = from;
    while (known[node] == UNKNOWN) {
      int number = tables.port(node, lid);
      if (number == 0 || number > fabric.externalPortCount(node)) {
        boolean isHere = number == 0 && fabric.port(node, 0) == destination;
        known[node] = isHere ? (1 << orders.size()) - 1 : LOST;
      } else if (channels.at[channels.firstPort[node] + number] < 0) {
        boolean isHere = fabric.peer(fabric.port(node, number)) == destination;
        known[node] = isHere ? (1 << orders.size()) - 1 : LOST;
      } else {
        known[node] = LOST; // if the path comes back to it
        path[hops++] = node;
        node = channels.head[channels.at[channels.firstPort[node] + number]];
      }
    }
    while (hops > 0) {
      int before = path[--hops];
      int next = channels.head[channel(channels, tables, before, lid)];
      known[before] = known[next];
      int after = channel(channels, tables, next, lid);
      for (int layer = 0; known[next] != LOST && after >= 0 && layer < orders.size(); layer++) {
        int[] order = orders.get(layer);
        if (order[channel(channels, tables, before, lid)] >= order[after]) {
          known[before] &= ~(1 << layer);
        }
      }
    }
    return known[from];
  }

  private static int channel(Channels channels, ForwardingTables tables, int node, int lid) {
    int port = channels.firstPort[node] + tables.port(node, lid);
    return port < channels.firstPort[node + 1] ? channels.at[port] : Channels.DOWN;
  }
}
