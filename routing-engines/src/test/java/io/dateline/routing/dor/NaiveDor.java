package io.dateline.routing.dor;

import io.dateline.fabric.Fabric;
import io.dateline.routing.RoutingRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/** The engine's rule for tests: one search a destination, one look at the ports in order. */
final class NaiveDor {
  private final Fabric fabric;
  private final RoutingRequest request;

  NaiveDor(RoutingRequest request) {
    this.request = request;
    fabric = request.fabric();
  }

  /** By switch, the switch a packet goes to next on its way; NONE at the end and without a way. */
  int[] steps(int home) {
    int[] distance = new int[fabric.switchCount()];
    Arrays.fill(distance, Integer.MAX_VALUE);
    distance[home] = 0;
    Queue<Integer> queue = new ArrayDeque<>(List.of(home));
    while (!queue.isEmpty()) {
      int node = queue.remove();
      for (int number : order(node)) {
        int next = next(node, number);
        if (next != Fabric.NONE && distance[next] == Integer.MAX_VALUE) {
          distance[next] = distance[node] + 1;
          queue.add(next);
        }
      }
    }
    int[] steps = new int[fabric.switchCount()];
    for (int node = 0; node < steps.length; node++) {
      steps[node] = Fabric.NONE;
      for (int number : order(node)) {
        int next = next(node, number);
        if (steps[node] == Fabric.NONE
            && next != Fabric.NONE
            && distance[node] != Integer.MAX_VALUE
            && distance[next] == distance[node] - 1) {
          steps[node] = next;
        }
      }
    }
    return steps;
  }

  private List<Integer> order(int node) {
    List<Integer> order =
        new ArrayList<>(
            request
                .options()
                .ports()
                .portSearchOrdering()
                .getOrDefault(fabric.nodeGuid(node), List.of()));
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      if (!order.contains(number)) {
        order.add(number);
      }
    }
    return order;
  }

  /** The switch behind a port, or none. */
  int next(int node, int number) {
    int peer = fabric.peer(fabric.port(node, number));
    return peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))
        ? fabric.nodeOf(peer)
        : Fabric.NONE;
  }
}
