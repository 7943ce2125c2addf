package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The end ports with LIDs at each switch, management ports among them, in the order in which they
 * get cables dealt out: {@code port_order} first, other ports by number.
 */
final class TorusEnds {
  final int[] firstAt; // by switch, length switchCount+1
  final int[] number; // by end: of the switch port; 0 is the switch's own
  final int[] baseLid; // by end
  final int[] lidCount; // by end, at least 1

  TorusEnds(Fabric fabric, LidMap lids, List<Integer> portOrder) {
    firstAt = new int[fabric.switchCount() + 1];
    List<Integer> numbers = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    Comparator<Integer> order = order(portOrder);
    for (int node = 0; node < fabric.switchCount(); node++) {
      firstAt[node] = numbers.size();
      List<Integer> here = new ArrayList<>();
      for (int number = 0; number <= fabric.externalPortCount(node); number++) {
        int end = fabric.endPortAt(fabric.port(node, number));
        if (end != Fabric.NONE && lids.lidCount(end) > 0) {
          here.add(number);
        }
      }
      here.sort(order);
      for (int number : here) {
        numbers.add(number);
        ports.add(fabric.endPortAt(fabric.port(node, number)));
      }
    }
    firstAt[fabric.switchCount()] = numbers.size();
    number = numbers.stream().mapToInt(Integer::intValue).toArray();
    baseLid = ports.stream().mapToInt(lids::baseLid).toArray();
    lidCount = ports.stream().mapToInt(lids::lidCount).toArray();
  }

  private static Comparator<Integer> order(List<Integer> portOrder) {
    int[] rank = new int[256];
    for (int number = 0; number < rank.length; number++) {
      int listed = portOrder.indexOf(number);
      rank[number] = listed == -1 ? portOrder.size() + number : listed;
    }
    return Comparator.comparingInt(number -> rank[number]);
  }
}
