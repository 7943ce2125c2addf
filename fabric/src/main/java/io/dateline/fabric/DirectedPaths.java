package io.dateline.fabric;

import java.util.Arrays;

/**
 * Shortest paths from one port to every node, as directed routes need them (IBA Vol 1, 14.2.2): the
 * numbers of the ports to leave by, hop after hop.
 *
 * <p>Breadth first; nodes in the order they are found, ports ascending, so that equal fabrics give
 * equal paths. Only switches are passed through. A path may be longer than the 63 hops of an SMP.
 *
 * <p>The search is its own, not {@link BreadthFirst}: it reaches adapters and routers, too, may
 * leave its origin by one port only, and keeps the ports of the way.
 */
public final class DirectedPaths {
  private final Fabric fabric;
  private final int origin; // port index
  private final int[] exits; // by node: the port its predecessor is left by, NONE: not reached
  private final int[] hops; // by node, -1: not reached

  private DirectedPaths(Fabric fabric, int origin) {
    this.fabric = fabric;
    this.origin = origin;
    exits = new int[fabric.nodeCount()];
    hops = new int[fabric.nodeCount()];
    Arrays.fill(exits, Fabric.NONE);
    Arrays.fill(hops, -1);
    search();
  }

  /**
   * Paths that start at a port: at port 0 of a switch they leave by any port of it, else by that
   * port only.
   */
  public static DirectedPaths from(Fabric fabric, int port) {
    return new DirectedPaths(fabric, port);
  }

  private void search() {
    int[] queue = new int[fabric.nodeCount()];
    int start = fabric.nodeOf(origin);
    hops[start] = 0;
    int tail = 0;
    queue[tail++] = start;
    for (int head = 0; head < tail; head++) {
      int node = queue[head];
      if (node != start && !fabric.isSwitch(node)) {
        continue;
      }
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int exit = fabric.port(node, number);
        int peer = fabric.peer(exit);
        if (peer == Fabric.NONE || !mayLeaveBy(exit, start)) {
          continue;
        }
        int next = fabric.nodeOf(peer);
        if (hops[next] < 0) {
          hops[next] = hops[node] + 1;
          exits[next] = exit;
          queue[tail++] = next;
        }
      }
    }
  }

  private boolean mayLeaveBy(int exit, int start) {
    return fabric.nodeOf(exit) != start || fabric.portNumber(origin) == 0 || exit == origin;
  }

  /** The number of hops to a node, 0 for the origin's own, -1 for one that cannot be reached. */
  public int hops(int node) {
    return hops[node];
  }

  /**
   * The port index by which the path comes in at a node; {@link Fabric#NONE} for the origin's own
   * and for one that cannot be reached.
   */
  public int entry(int node) {
    return exits[node] == Fabric.NONE ? Fabric.NONE : fabric.peer(exits[node]);
  }

  /**
   * The numbers of the ports to leave by on the way to a node, one unsigned byte a hop, or null
   * when it cannot be reached.
   */
  public byte[] route(int node) {
    return hops[node] < 0 ? null : route(node, new byte[hops[node]]);
  }

  /**
   * Like {@link #route}, but the path ends at one end port: at a channel adapter with several ports
   * it comes in by that very port. Null when there is no such path.
   */
  public byte[] routeToPort(int endPort) {
    int node = fabric.nodeOf(endPort);
    if (fabric.isSwitch(node) || endPort == origin || entry(node) == endPort) {
      return route(node);
    }
    int exit = fabric.peer(endPort);
    if (exit == Fabric.NONE) {
      return null;
    }
    int before = fabric.nodeOf(exit);
    boolean passable = fabric.isSwitch(before) || exit == origin;
    if (!passable || hops[before] < 0 || !mayLeaveBy(exit, fabric.nodeOf(origin))) {
      return null;
    }
    byte[] route = new byte[hops[before] + 1];
    route[hops[before]] = (byte) fabric.portNumber(exit);
    return route(before, route);
  }

  /** Fills in the first {@code hops(node)} bytes. */
  private byte[] route(int node, byte[] route) {
    int at = node;
    for (int hop = hops[node] - 1; hop >= 0; hop--) {
      route[hop] = (byte) fabric.portNumber(exits[at]);
      at = fabric.nodeOf(exits[at]);
    }
    return route;
  }
}
