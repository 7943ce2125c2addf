package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The links between switches, from every switch's own point of view. A cable from a switch to
 * itself leads nowhere and is left out. Ports are in the order in which they are tried: whoever has
 * to take the first of several takes the one of the lowest index.
 *
 * <p>Immutable. Arrays it returns are its own: do not write to them.
 */
public final class SwitchLinks {
  private final int[][] portNumbers; // by switch: ports that lead to another one, in port order
  private final int[][] neighbours; // by switch: where those ports lead, in the same order
  private final int[][] distinct; // by switch: the neighbours, each once

  /** The links of a fabric, ports in ascending order. */
  public SwitchLinks(Fabric fabric) {
    this(fabric, Map.of());
  }

  /**
   * The links of a fabric.
   *
   * @param searchOrdering port numbers by switch GUID ({@code port_search_ordering_file}); ports
   *     that are not listed follow in ascending order, and what is no port is passed over
   */
  public SwitchLinks(Fabric fabric, Map<Long, List<Integer>> searchOrdering) {
    int count = fabric.switchCount();
    portNumbers = new int[count][];
    neighbours = new int[count][];
    distinct = new int[count][];
    int[] seenBy = new int[count];
    Arrays.fill(seenBy, Fabric.NONE);
    for (int node = 0; node < count; node++) {
      int[] order =
          order(
              fabric.externalPortCount(node),
              searchOrdering.getOrDefault(fabric.nodeGuid(node), List.of()));
      int[] numbers = new int[order.length];
      int[] others = new int[order.length];
      int[] once = new int[order.length];
      int links = 0;
      int onces = 0;
      for (int number : order) {
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

  private static int[] order(int ports, List<Integer> listed) {
    int[] order = new int[ports];
    boolean[] placed = new boolean[ports + 1]; // by port number
    int count = 0;
    for (int number : listed) {
      if (number >= 1 && number <= ports && !placed[number]) {
        placed[number] = true;
        order[count++] = number;
      }
    }
    for (int number = 1; number <= ports; number++) {
      if (!placed[number]) {
        order[count++] = number;
      }
    }
    return order;
  }

  public int switchCount() {
    return portNumbers.length;
  }

  /** Numbers of the ports that lead to another switch, in port order. */
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
