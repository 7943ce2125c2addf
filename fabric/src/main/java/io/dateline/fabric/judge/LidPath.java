package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import java.util.Arrays;

/**
 * The way of packets from one switch to one destination LID. One worker's scratch: {@link #follow}
 * overwrites everything.
 */
final class LidPath {
  Fault fault; // why they do not arrive, null where they do
  int hops; // cables to the end port; only where the fault is null
  int length;
  final int[] channels; // between switches, in the order they are taken: [0, length)

  private final SwitchPorts graph;
  private final ForwardingTables tables;

  LidPath(SwitchPorts graph, ForwardingTables tables) {
    this.graph = graph;
    this.tables = tables;
    channels = new int[graph.switchCount + 1];
  }

  /** The switch that packets go on to, {@link Fabric#NONE} where they go to none. */
  int next(int node, int lid) {
    int port = graph.out(node, tables.port(node, lid));
    return port == Fabric.NONE ? Fabric.NONE : Math.max(graph.leadsTo[port], Fabric.NONE);
  }

  /** Reads the tables from a switch on. */
  void follow(int from, int lid, int destinationPort) {
    length = 0;
    int at = from;
    int mark = from; // Brent's: it is moved on after 2, 4, 8 ... steps, onto a circle at last
    int lap = 2;
    while (true) {
      int number = tables.port(at, lid);
      int port = graph.out(at, number);
      if (port == Fabric.NONE || graph.leadsTo[port] < 0) {
        fault = graph.end(at, number, destinationPort);
        hops = number == 0 ? length : length + 1;
        return;
      }
      at = graph.leadsTo[port];
      if (at == mark || length == graph.switchCount) {
        fault = Fault.LOOP;
        return;
      }
      channels[length++] = port;
      if (length == lap) {
        mark = at;
        lap *= 2;
      }
    }
  }

  /**
   * The channels of the circle that a switch is on, from the lowest index on, as in {@link
   * DestinationTree#forEachLoop}; none where it is on no circle.
   */
  int[] circle(int node, int lid) {
    int[] circle = new int[8];
    int count = 0;
    int lowest = 0;
    int at = node;
    do {
      int port = graph.out(at, tables.port(at, lid));
      if (port == Fabric.NONE || graph.leadsTo[port] < 0 || count == graph.switchCount) {
        return new int[0];
      }
      if (count == circle.length) {
        circle = Arrays.copyOf(circle, 2 * count);
      }
      circle[count] = port;
      lowest = port < circle[lowest] ? count : lowest;
      count++;
      at = graph.leadsTo[port];
    } while (at != node);
    int[] rotated = new int[count];
    System.arraycopy(circle, lowest, rotated, 0, count - lowest);
    System.arraycopy(circle, 0, rotated, count - lowest, lowest);
    return rotated;
  }
}
