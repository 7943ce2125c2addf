package io.dateline.routing.lash;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Finds the pairs whose paths take a turn in a layer. Owned by one thread. */
final class Users {
  private final HeldLayers held;
  private final Upstream upstream;

  Users(HeldLayers held) {
    this.held = held;
    upstream = new Upstream(held.steps, held.trees);
  }

  /** Pairs that hold a layer and turn from a step to another; twice those that do so both ways. */
  IntArrayList of(int before, int after, int layer) {
    Steps steps = held.steps;
    int from = steps.from[before];
    int middle = steps.to[before];
    byte first = (byte) (before - steps.first[from]);
    byte second = (byte) (after - steps.first[middle]);
    IntArrayList users = new IntArrayList();
    for (int destination = 0; destination < steps.switches; destination++) {
      byte[] next = held.trees.next[destination];
      if (next[from] == first && next[middle] == second) {
        for (int source : upstream.of(from, destination)) {
          if (held.layers[source][destination] == layer) {
            users.add(
                Math.min(source, destination) * steps.switches + Math.max(source, destination));
          }
        }
      }
    }
    return users;
  }
}
