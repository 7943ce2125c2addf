package io.dateline.routing.hops;

import io.dateline.fabric.Fabric;
import io.dateline.routing.PortOptions;
import java.util.Arrays;
import java.util.List;

/**
 * The order in which the ports of a switch are looked at: as {@code port_search_ordering_file} has
 * it, ports it does not list behind those, by number.
 */
public final class PortOrder {
  private final int[][] indices; // by switch: port indices in order; null where ascending

  public PortOrder(Fabric fabric, SwitchLinks links, PortOptions options) {
    indices = new int[links.switchCount()][];
    if (options.portSearchOrdering().isEmpty()) {
      return;
    }
    for (int node = 0; node < indices.length; node++) {
      List<Integer> listed = options.portSearchOrdering().get(fabric.nodeGuid(node));
      if (listed != null) {
        indices[node] = inOrder(links.portNumbers(node), listed);
      }
    }
  }

  private static int[] inOrder(int[] numbers, List<Integer> listed) {
    int[] order = new int[numbers.length];
    boolean[] placed = new boolean[numbers.length];
    int count = 0;
    for (int number : listed) {
      int index = Arrays.binarySearch(numbers, number);
      if (index >= 0 && !placed[index]) {
        placed[index] = true;
        order[count++] = index;
      }
    }
    for (int index = 0; index < numbers.length; index++) {
      if (!placed[index]) {
        order[count++] = index;
      }
    }
    return order;
  }

  /**
   * The first port of a set.
   *
   * @param set holds it from {@code from} on, bits by port index, {@code words} of them
   * @return the port index, or {@link Fabric#NONE} when the set is empty
   */
  public int first(int node, long[] set, int from, int words) {
    int[] order = indices[node];
    if (order == null) {
      for (int word = 0; word < words; word++) {
        if (set[from + word] != 0) {
          return word * Long.SIZE + Long.numberOfTrailingZeros(set[from + word]);
        }
      }
      return Fabric.NONE;
    }
    for (int index : order) {
      if ((set[from + (index >>> 6)] >>> index & 1) != 0) {
        return index;
      }
    }
    return Fabric.NONE;
  }
}
