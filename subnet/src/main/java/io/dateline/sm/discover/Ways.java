package io.dateline.sm.discover;

import io.dateline.mad.DirectedRoute;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Directed routes over the cables that a look still believes in. */
final class Ways {
  /**
   * A way to a node.
   *
   * @param last node before it
   * @param toLast the way to that one
   * @param number of its port that leads to the node
   */
  record Way(FoundNode last, DirectedRoute toLast, int number) {
    DirectedRoute route() {
      return toLast.then(number);
    }
  }

  private final FoundNode local;
  private final Map<FoundNode, Step> steps = new HashMap<>();

  /** How a node is come to; {@code from} is null for the local one. */
  private record Step(FoundNode from, int number) {}

  private Ways(FoundNode local) {
    this.local = local;
    steps.put(local, new Step(null, 0));
  }

  /**
   * Two ways to another node than the local one at most, the shortest and one by another neighbour:
   * where one cable of the node is lost, the other way still leads there.
   *
   * @param localNumber port of the local node that packets leave by, if that node is no switch
   */
  static List<Way> to(FoundNode local, int localNumber, FoundNode target) {
    return new Ways(local).search(localNumber, target);
  }

  private List<Way> search(int localNumber, FoundNode target) {
    List<Way> ways = new ArrayList<>();
    ArrayDeque<FoundNode> queue = new ArrayDeque<>(List.of(local));
    while (!queue.isEmpty() && ways.size() < 2) {
      FoundNode node = queue.poll();
      int exit = 0; // to the target
      for (int number = 1; number <= node.portCount; number++) {
        FoundNode peer = node.peers[number];
        if (peer == null || (!node.isSwitch() && number != localNumber)) {
          continue;
        }
        if (peer == target) {
          exit = exit == 0 ? number : exit;
        } else if (peer.isSwitch() && !steps.containsKey(peer)) {
          steps.put(peer, new Step(node, number));
          queue.add(peer);
        }
      }
      List<Integer> numbers = numbers(node);
      if (exit != 0 && numbers.size() < DirectedRoute.HOPS_MAX) {
        ways.add(new Way(node, route(numbers), exit));
      }
    }
    return ways;
  }

  /** Ports to leave by on the way to a node that was come to. */
  private List<Integer> numbers(FoundNode node) {
    List<Integer> numbers = new ArrayList<>();
    for (Step step = steps.get(node); step.from() != null; step = steps.get(step.from())) {
      numbers.add(step.number());
    }
    return numbers.reversed();
  }

  private static DirectedRoute route(List<Integer> numbers) {
    DirectedRoute route = DirectedRoute.LOCAL;
    for (int number : numbers) {
      route = route.then(number);
    }
    return route;
  }
}
