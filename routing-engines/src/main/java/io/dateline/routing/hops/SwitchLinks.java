package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import java.util.Arrays;

/**
 * The links between switches, from every switch's own point of view. A cable from a switch to
 * itself leads nowhere and is left out.
 *
 * <p>Immutable. Arrays it returns are its own: do not write to them.
 */
public final class SwitchLinks {
  private final int[][] portNumbers; // by switch: ports that lead to another one, ascending
  private final int[][] neighbours; // by switch: where those ports lead, in the same order
  private final int[][] distinct; // by switch: the neighbours, each once

  public SwitchLinks(Fabric fabric) {
    int count = fabric.switchCount();
    portNumbers = new int[count][];
    neighbours = new int[count][];
    distinct = new int[count][];
    int[] seenBy = new int[count];
    Arrays.fill(seenBy, Fabric.NONE);
    for (int node = 0; node < count; node++) {
      int ports = fabric.externalPortCount(node);
      int[] numbers = new int[ports];
      int[] others = new int[ports];
      int[] once = new int[ports];
      int links = 0;
      int onces = 0;
      for (int number = 1; number <= ports; number++) {
        int peer = fabric.peer(fabric.port(node, number));
        int other = peer == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(peer);
        if (other == Fabric.NONE || other == node || !fabric.isSwitch(other)) {
          continue;
        }
        numbers[links] = number;
        others[links++] = other;
        if (seenBy[other] != node) {
          seenBy[other] = node;
          once[onces++] = other;
        }
      }
      portNumbers[node] = Arrays.copyOf(numbers, links);
      neighbours[node] = Arrays.copyOf(others, links);
      distinct[node] = Arrays.copyOf(once, onces);
    }
  }

  public int switchCount() {
    return portNumbers.length;
  }

  /** Numbers of the ports that lead to another switch, ascending. */
  public int[] portNumbers(int node) {
    return portNumbers[node];
  }

  /** The switches that {@link #portNumbers} lead to, in the same order. */
  public int[] neighbours(int node) {
    return neighbours[node];
  }

  /** The switches next to a switch, each once, in the order of the first port to them. */
  public int[] distinctNeighbours(int node) {
    return distinct[node];
  }
}
