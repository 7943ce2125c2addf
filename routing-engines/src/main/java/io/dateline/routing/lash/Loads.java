package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import java.util.Arrays;

/** How many paths of adapters go by each step. */
final class Loads {
  private final Steps steps;
  private final int[] adapters; // by switch
  private final long[] carried; // by switch: paths that go by it or begin there
  private final int[] waiting; // by switch: those that it is next to, and that are not counted yet
  private final int[] nodes; // those that wait for no other

  /**
   * Of a fabric.
   *
   * @param adapters by switch, how many end ports but its own it has
   */
  Loads(Steps steps, int[] adapters) {
    this.steps = steps;
    this.adapters = adapters;
    carried = new long[steps.switches];
    waiting = new int[steps.switches];
    nodes = new int[steps.switches];
  }

  /** The paths on the busiest step, cables between the same switches counted as one. */
  long most(Trees trees) {
    long[] loads = new long[steps.count];
    for (int destination = 0; destination < steps.switches; destination++) {
      if (adapters[destination] > 0) {
        of(trees, destination);
        for (int node = 0; node < steps.switches; node++) {
          if (trees.leads(node, destination)) {
            loads[trees.step(node, destination)] += carried[node] * adapters[destination];
          }
        }
      }
    }
    long most = 0;
    for (long load : loads) {
      most = Math.max(most, load);
    }
    return most;
  }

  /** By switch, how many adapters' packets to one at a destination come by or begin there. */
  long[] of(Trees trees, int destination) {
    Arrays.fill(waiting, 0);
    for (int node = 0; node < steps.switches; node++) {
      carried[node] = adapters[node];
      if (trees.leads(node, destination)) {
        waiting[steps.to[trees.step(node, destination)]]++;
      }
    }
    int found = 0;
    for (int node = 0; node < steps.switches; node++) {
      if (waiting[node] == 0) {
        nodes[found++] = node;
      }
    }
    for (int place = 0; place < found; place++) {
      int node = nodes[place];
      int next =
          trees.leads(node, destination) ? steps.to[trees.step(node, destination)] : Fabric.NONE;
      if (next != Fabric.NONE) {
        carried[next] += carried[node];
        if (--waiting[next] == 0) {
          nodes[found++] = next;
        }
      }
    }
    return carried;
  }
}
