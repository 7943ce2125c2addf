package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.routing.PortOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The end ports with LIDs in the order in which a switch deals them out to its ports: those of
 * {@code guid_routing_order_file} as they are listed; then those on the switch with the most
 * adapters first, ties by switch index, by port number on each switch and then the switch's own
 * port 0. A group is of end ports that follow each other and are at the same switch.
 */
final class DestinationOrder {
  /** End ports on one switch, from {@code first} (inclusive) to {@code end} (exclusive). */
  record Group(int node, int first, int end) {}

  final List<Group> groups = new ArrayList<>();
  final int[] baseLids; // by destination
  final int[] lidCounts; // by destination
  final int[] lastPorts; // by destination: the port number its own switch leaves by, 0 for itself
  final boolean[] counts; // by destination: whether paths to it count in the balance

  private final Fabric fabric;
  private final LidMap lids;
  private final boolean countSwitches;
  private final boolean[] placed; // by port
  private int count;

  DestinationOrder(Fabric fabric, LidMap lids, PortOptions options) {
    this.fabric = fabric;
    this.lids = lids;
    countSwitches = options.portProfileSwitchNodes();
    placed = new boolean[fabric.portCount()];
    int most = fabric.endPorts().length;
    baseLids = new int[most];
    lidCounts = new int[most];
    lastPorts = new int[most];
    counts = new boolean[most];
    for (long guid : options.guidRoutingOrder()) {
      int port = fabric.endPortByGuid(guid);
      if (port != Fabric.NONE) {
        addListed(port);
      }
    }
    for (int node : byEndPorts()) {
      int first = count;
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (isAdapter(peer)) {
          add(peer, number);
        }
      }
      add(fabric.port(node, 0), 0);
      close(node, first);
    }
  }

  private void addListed(int port) {
    int first = count;
    int node = fabric.nodeOf(port);
    if (fabric.isSwitch(node)) {
      add(port, 0);
      close(node, first);
      return;
    }
    int last = fabric.peer(port);
    if (fabric.isSwitch(fabric.nodeOf(last))) {
      add(port, fabric.portNumber(last));
      close(fabric.nodeOf(last), first);
    }
  }

  private void add(int port, int lastPort) {
    if (lids.lidCount(port) > 0 && !placed[port]) {
      placed[port] = true;
      counts[count] = lastPort != 0 || countSwitches;
      baseLids[count] = lids.baseLid(port);
      lidCounts[count] = lids.lidCount(port);
      lastPorts[count++] = lastPort;
    }
  }

  private void close(int node, int first) {
    if (first < count) {
      groups.add(new Group(node, first, count));
    }
  }

  /**
   * By LID that counts in the balance, up to {@code maxLid}: the switch it is at; NONE elsewhere.
   */
  int[] homes(int maxLid) {
    int[] homes = new int[maxLid + 1];
    Arrays.fill(homes, Fabric.NONE);
    for (Group group : groups) {
      for (int at = group.first; at < group.end; at++) {
        if (counts[at]) {
          Arrays.fill(homes, baseLids[at], baseLids[at] + lidCounts[at], group.node);
        }
      }
    }
    return homes;
  }

  private List<Integer> byEndPorts() {
    int[] endPorts = new int[fabric.switchCount()];
    List<Integer> nodes = new ArrayList<>(endPorts.length);
    for (int node = 0; node < endPorts.length; node++) {
      nodes.add(node);
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        if (isAdapter(fabric.peer(fabric.port(node, number)))) {
          endPorts[node]++;
        }
      }
    }
    nodes.sort(Comparator.comparingInt((Integer node) -> -endPorts[node])); // stable
    return nodes;
  }

  private boolean isAdapter(int port) {
    return port != Fabric.NONE && !fabric.isSwitch(fabric.nodeOf(port));
  }
}
