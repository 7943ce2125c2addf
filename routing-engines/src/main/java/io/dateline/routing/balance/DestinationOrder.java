package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The end ports with LIDs in the order in which a switch deals them out to its ports: those on the
 * switch with the most adapters first, ties by switch index, by port number on each switch; then
 * port 0 of the switches by index. End ports at the same switch make up a group.
 */
final class DestinationOrder {
  /** End ports on one switch, or a switch's own port 0. */
  record Group(int node, boolean counts, int first, int end) {}

  final List<Group> groups = new ArrayList<>();
  final int[] baseLids; // by destination
  final int[] lidCounts; // by destination
  final int[] lastPorts; // by destination: the port number its own switch leaves by, 0 for itself

  private int count;

  /**
   * Orders the destinations.
   *
   * @param countSwitches whether paths to switches count in the balance
   */
  DestinationOrder(Fabric fabric, LidMap lids, boolean countSwitches) {
    int most = fabric.endPorts().length;
    baseLids = new int[most];
    lidCounts = new int[most];
    lastPorts = new int[most];
    for (int node : byEndPorts(fabric)) {
      int first = count;
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (isAdapter(fabric, peer)) {
          add(lids, peer, number);
        }
      }
      close(node, true, first);
    }
    for (int node = 0; node < fabric.switchCount(); node++) {
      int first = count;
      add(lids, fabric.port(node, 0), 0);
      close(node, countSwitches, first);
    }
  }

  private void add(LidMap lids, int port, int lastPort) {
    if (lids.lidCount(port) > 0) {
      baseLids[count] = lids.baseLid(port);
      lidCounts[count] = lids.lidCount(port);
      lastPorts[count++] = lastPort;
    }
  }

  private void close(int node, boolean counts, int first) {
    if (first < count) {
      groups.add(new Group(node, counts, first, count));
    }
  }

  private static List<Integer> byEndPorts(Fabric fabric) {
    int[] endPorts = new int[fabric.switchCount()];
    List<Integer> nodes = new ArrayList<>(endPorts.length);
    for (int node = 0; node < endPorts.length; node++) {
      nodes.add(node);
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        if (isAdapter(fabric, fabric.peer(fabric.port(node, number)))) {
          endPorts[node]++;
        }
      }
    }
    nodes.sort(Comparator.comparingInt((Integer node) -> -endPorts[node])); // stable
    return nodes;
  }

  private static boolean isAdapter(Fabric fabric, int port) {
    return port != Fabric.NONE && !fabric.isSwitch(fabric.nodeOf(port));
  }
}
