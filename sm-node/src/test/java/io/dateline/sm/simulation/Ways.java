package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;
import io.dateline.sim.SimulatedFabric;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** Directed routes over the cables that there are. */
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
}
