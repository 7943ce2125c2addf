package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;
import io.dateline.sim.SimulatedFabric;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** Ways over the cables that there are: directed routes, and those of the switches' tables. */
final class Ways {
  private Ways() {}

  /** From an adapter's port to another end port. */
  static DirectedRoute between(SimulatedFabric fabric, int from, int to) {
    Fabric known = fabric.fabric();
    if (from == to) {
      return DirectedRoute.LOCAL;
    }
    Map<Integer, DirectedRoute> ways = new HashMap<>(); // by node
    Queue<Integer> next = new ArrayDeque<>();
    int first = known.nodeOf(fabric.peer(from));
    ways.put(first, DirectedRoute.LOCAL.then(known.portNumber(from)));
    next.add(first);
    while (!next.isEmpty()) {
      int node = next.remove();
      if (node == known.nodeOf(to)) {
        return ways.get(node);
      }
      for (int number = 1;
          known.isSwitch(node) && number <= known.externalPortCount(node);
          number++) {
        int peer = fabric.peer(known.port(node, number));
        if (peer != Fabric.NONE && !ways.containsKey(known.nodeOf(peer))) {
          ways.put(known.nodeOf(peer), ways.get(node).then(number));
          next.add(known.nodeOf(peer));
        }
      }
    }
    throw new IllegalStateException("no way from port %d to port %d".formatted(from, to));
  }

  /** Whether a packet from an adapter's port comes to another's, by what switches hold. */
  static boolean arrives(SimulatedFabric fabric, int from, int to) {
    int lid = fabric.lid(to);
    int at = fabric.peer(from);
    for (int hops = 0; hops < fabric.fabric().nodeCount(); hops++) {
      int node = fabric.fabric().nodeOf(at);
      if (!fabric.fabric().isSwitch(node)) {
        return at == to;
      }
      int out = fabric.route(node, lid);
      if (out <= 0 || out > fabric.fabric().externalPortCount(node)) {
        return false;
      }
      at = fabric.peer(fabric.fabric().port(node, out));
      if (at == Fabric.NONE) {
        return false;
      }
    }
    return false;
  }
}
