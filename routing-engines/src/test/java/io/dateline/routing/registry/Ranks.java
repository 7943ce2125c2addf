package io.dateline.routing.registry;

import io.dateline.fabric.Fabric;
import java.util.ArrayDeque;
import java.util.Arrays;

/** How far switches are from adapters. */
final class Ranks {
  private Ranks() {}

  /** By switch: cables to the next switch with an adapter, -1 where none leads to one. */
  static int[] fromAdapters(Fabric fabric) {
    int[] ranks = new int[fabric.switchCount()];
    Arrays.fill(ranks, -1);
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    for (int node = 0; node < ranks.length; node++) {
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE && !fabric.isSwitch(fabric.nodeOf(peer)) && ranks[node] < 0) {
          ranks[node] = 0;
          queue.add(node);
        }
      }
    }
    while (!queue.isEmpty()) {
      int node = queue.remove();
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        int next = peer == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(peer);
        if (next != Fabric.NONE && fabric.isSwitch(next) && ranks[next] < 0) {
          ranks[next] = ranks[node] + 1;
          queue.add(next);
        }
      }
    }
    return ranks;
  }
}
