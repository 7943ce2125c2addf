package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.routing.sssp.ShortestTrees.Ties;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * What a table of the engine has to be, for tests: Dijkstra's search for each LID, with hops before
 * load in every comparison, and every path of every adapter walked to count it.
 */
final class NaiveSssp {
  /** A port of a switch. */
  record Out(int node, int number) {}

  private record Cost(int hops, long load) implements Comparable<Cost> {
    @Override
    public int compareTo(Cost other) {
      return Comparator.comparingInt(Cost::hops).thenComparingLong(Cost::load).compare(this, other);
    }
  }

  private record Reached(int node, Cost cost) {}

  private final Fabric fabric;
  private final LidMap lids;
  private final Ties ties;
  private final Map<Out, Long> loads = new HashMap<>();
  private final Map<Integer, Long> arrivals = new HashMap<>(); // by switch: from others

  NaiveSssp(Fabric fabric, LidMap lids, Ties ties) {
    this.ties = ties;
    this.fabric = fabric;
    this.lids = lids;
  }

  /** End ports at switches in the order in which they are routed where no file names any. */
  List<Integer> order() {
    List<Integer> ends = new ArrayList<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int number = 0; number <= fabric.externalPortCount(node); number++) {
        int port = fabric.port(node, number);
        int end = number == 0 ? port : fabric.peer(port);
        if (end != Fabric.NONE
            && lids.lidCount(end) > 0
            && (number == 0 || !fabric.isSwitch(fabric.nodeOf(end)))) {
          ends.add(end);
        }
      }
    }
    ends.sort(
        Comparator.comparing((Integer end) -> fabric.isSwitch(fabric.nodeOf(end)))
            .thenComparing(end -> -adapters(home(end)).count()));
    return ends;
  }

  boolean isSwitch(int end) {
    return fabric.isSwitch(fabric.nodeOf(end));
  }

  int home(int end) {
    int node = fabric.nodeOf(end);
    return fabric.isSwitch(node) ? node : fabric.nodeOf(fabric.peer(end));
  }

  /** The end port with a LID at a switch's lowest port that leads to one, or none. */
  int firstAdapter(int node) {
    return adapters(node).findFirst().orElse(Fabric.NONE);
  }

  /** End ports with a LID at a switch, in port order. */
  private IntStream adapters(int node) {
    return IntStream.rangeClosed(1, fabric.externalPortCount(node))
        .map(number -> fabric.peer(fabric.port(node, number)))
        .filter(
            peer ->
                peer != Fabric.NONE
                    && !fabric.isSwitch(fabric.nodeOf(peer))
                    && lids.lidCount(peer) > 0);
  }

  /** Switches as the destination sees them: by distance, its own ports' first. */
  private List<Integer> seenFrom(int home) {
    List<Integer> seen = new ArrayList<>(List.of(home));
    for (int i = 0; i < seen.size(); i++) {
      for (int number = 1; number <= fabric.externalPortCount(seen.get(i)); number++) {
        int next = next(seen.get(i), number);
        if (next != Fabric.NONE && !seen.contains(next)) {
          seen.add(next);
        }
      }
    }
    return seen;
  }

  /**
   * By switch, the ports that begin a best path now, in the order in which they are preferred; none
   * where no path leads.
   */
  List<List<Integer>> best(int home) {
    Cost[] costs = new Cost[fabric.switchCount()];
    PriorityQueue<Reached> queue = new PriorityQueue<>(Comparator.comparing(Reached::cost));
    queue.add(new Reached(home, new Cost(0, 0)));
    while (!queue.isEmpty()) {
      Reached nearest = queue.remove();
      if (costs[nearest.node] != null) {
        continue;
      }
      costs[nearest.node] = nearest.cost;
      for (int number = 1; number <= fabric.externalPortCount(nearest.node); number++) {
        int peer = fabric.peer(fabric.port(nearest.node, number));
        if (peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))) {
          int other = fabric.nodeOf(peer);
          queue.add(
              new Reached(other, beyond(nearest.cost, new Out(other, fabric.portNumber(peer)))));
        }
      }
    }
    List<Integer> seen = seenFrom(home);
    List<List<Integer>> best = new ArrayList<>();
    for (int node = 0; node < costs.length; node++) {
      best.add(new ArrayList<>());
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int next = next(node, number);
        if (next != Fabric.NONE
            && costs[next] != null
            && beyond(costs[next], new Out(node, number)).equals(costs[node])) {
          best.get(node).add(number);
        }
      }
      if (ties == Ties.OF_DESTINATION) {
        int from = node;
        best.get(node).sort(Comparator.comparing(number -> seen.indexOf(next(from, number))));
      }
    }
    return best;
  }

  private Cost beyond(Cost cost, Out out) {
    return new Cost(cost.hops + 1, cost.load + loads.getOrDefault(out, 0L));
  }

  private int next(int node, int number) {
    int peer = fabric.peer(fabric.port(node, number));
    return peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))
        ? fabric.nodeOf(peer)
        : Fabric.NONE;
  }

  /** The most paths that were counted at a port. */
  long most() {
    return loads.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /**
   * Counts the paths of all adapters by the ports that were chosen for a LID.
   *
   * @param times 1, or -1 where they are not chosen any more
   */
  void walk(int home, int[] chosen, int times) {
    for (int from = 0; from < chosen.length; from++) {
      long count = times * adapters(from).count();
      if (count == 0 || chosen[from] == Fabric.NONE) {
        continue;
      }
      boolean[] seen = new boolean[chosen.length];
      for (int node = from; node != home && !seen[node]; node = next(node, chosen[node])) {
        seen[node] = true;
        loads.merge(new Out(node, chosen[node]), count, Long::sum);
      }
      arrivals.merge(home, from == home ? 0 : count, Long::sum);
    }
  }

  /** Whether at some switch the paths that arrive could not be fewer on the busiest cable. */
  boolean isLightest() {
    long least = 0;
    for (Map.Entry<Integer, Long> arrived : arrivals.entrySet()) {
      int node = arrived.getKey();
      long cables =
          IntStream.rangeClosed(1, fabric.externalPortCount(node))
              .map(number -> next(node, number))
              .filter(next -> next != Fabric.NONE && next != node)
              .count();
      least = Math.max(least, cables == 0 ? 0 : Math.ceilDiv(arrived.getValue(), cables));
    }
    return most() <= least;
  }
}
