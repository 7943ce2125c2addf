package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import java.util.Arrays;

/**
 * What the tables do with one destination LID. A linear forwarding table looks at nothing but the
 * LID, so every switch has one way on: the switches form a forest of trees that end somewhere, and
 * circles with trees that run into them.
 *
 * <p>One worker's scratch: {@link #build} overwrites everything. Arrays are by switch.
 */
final class DestinationTree {

  final Fault[] fault; // why packets at the switch do not arrive, null where they do
  final int[] next; // the switch packets go to, Fabric.NONE where they go to none
  final int[] exit; // the port index they leave by, Fabric.NONE where they leave by none
  final int[] entry; // the table's port number
  final int[] hops; // cables to the end port; only where the fault is null

  /** Switches on no circle, every one before the switch it sends to: {@code [0, orderedCount)}. */
  final int[] order;

  int orderedCount;

  private final SwitchPorts graph;
  private final byte[][] rows;
  private final int rowLength;
  private final int[] waiting; // switches that send here and are not yet in order
  private final boolean[] walked; // on a circle that was reported; all false between calls

  DestinationTree(SwitchPorts graph, ForwardingTables tables) {
    this.graph = graph;
    int count = graph.switchCount;
    rows = new byte[count][];
    for (int node = 0; node < count; node++) {
      rows[node] = tables.row(node);
    }
    rowLength = tables.blockCount() * ForwardingTables.BLOCK_ENTRIES;
    fault = new Fault[count];
    next = new int[count];
    exit = new int[count];
    entry = new int[count];
    hops = new int[count];
    order = new int[count];
    waiting = new int[count];
    walked = new boolean[count];
  }

  /** Reads the tables for a LID of an end port. */
  void build(int lid, int destinationPort) {
    Arrays.fill(waiting, 0);
    for (int node = 0; node < fault.length; node++) {
      int number = lid < rowLength ? rows[node][lid] & 0xFF : ForwardingTables.NO_PORT;
      follow(node, number, destinationPort);
    }
    sort();
    settle();
  }

  private void follow(int node, int number, int destinationPort) {
    entry[node] = number;
    next[node] = Fabric.NONE;
    exit[node] = Fabric.NONE;
    hops[node] = 0;
    int port = graph.out(node, number);
    int to = port == Fabric.NONE ? SwitchPorts.DOWN : graph.leadsTo[port];
    if (to >= 0) {
      next[node] = to;
      exit[node] = port;
      waiting[to]++;
      return;
    }
    if (to == SwitchPorts.END_PORT) {
      exit[node] = port;
      hops[node] = 1;
    }
    fault[node] = graph.end(node, number, destinationPort);
  }

  /** Peels leaves until only circles are left. */
  private void sort() {
    int tail = 0;
    for (int node = 0; node < waiting.length; node++) {
      if (waiting[node] == 0) {
        order[tail++] = node;
      }
    }
    for (int head = 0; head < tail; head++) {
      int to = next[order[head]];
      if (to != Fabric.NONE && --waiting[to] == 0) {
        order[tail++] = to;
      }
    }
    orderedCount = tail;
  }

  /** Carries faults and hops from the ends of the paths to their beginnings. */
  private void settle() {
    if (hasLoops()) {
      for (int node = 0; node < waiting.length; node++) {
        if (onLoop(node)) {
          fault[node] = Fault.LOOP;
        }
      }
    }
    for (int i = orderedCount - 1; i >= 0; i--) {
      int node = order[i];
      int to = next[node];
      if (to != Fabric.NONE) {
        fault[node] = fault[to];
        hops[node] = hops[to] + 1;
      }
    }
  }

  boolean hasLoops() {
    return orderedCount < fault.length;
  }

  /** Whether the LID goes round in a circle that this switch is on. */
  boolean onLoop(int node) {
    return waiting[node] > 0;
  }

  /** Hands every circle to {@code report} once, as its channels from the lowest index on. */
  void forEachLoop(LoopReport report) {
    int[] circle = new int[fault.length];
    for (int node = 0; node < fault.length; node++) {
      if (!onLoop(node) || walked[node]) {
        continue;
      }
      int length = 0;
      for (int at = node; !walked[at]; at = next[at]) {
        walked[at] = true;
        circle[length++] = exit[at];
      }
      // Ports of a lower switch have lower indices, and the walk began at the lowest switch.
      report.loop(Arrays.copyOf(circle, length));
    }
    Arrays.fill(walked, false);
  }

  /** Receives the channels of a circle. */
  @FunctionalInterface
  interface LoopReport {
    void loop(int[] channels);
  }

  /** Where packets that enter at a switch are lost; on a circle, its first switch. */
  int lastSwitch(int node) {
    int at = node;
    while (next[at] != Fabric.NONE && !onLoop(at)) {
      at = next[at];
    }
    return at;
  }
}
