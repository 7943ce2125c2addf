package io.dateline.routing.minhop;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.routing.RoutingRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The engine's twin for tests: the rules one after another, for every entry on its own. */
final class NaiveMinHop {
  private final Fabric fabric;
  private final LidMap lids;
  private final RoutingRequest request;
  private final int[][] distance;

  private NaiveMinHop(RoutingRequest request) {
    this.request = request;
    fabric = request.fabric();
    lids = request.lids();
    int count = fabric.switchCount();
    distance = new int[count][count];
    for (int from = 0; from < count; from++) {
      for (int to = 0; to < count; to++) {
        distance[from][to] = from == to ? 0 : 1_000_000;
      }
    }
    for (int round = 0; round < count; round++) {
      for (int port = 0; port < fabric.portCount(); port++) {
        int peer = fabric.peer(port);
        if (peer != Fabric.NONE
            && fabric.isSwitch(fabric.nodeOf(port))
            && fabric.isSwitch(fabric.nodeOf(peer))) {
          int[] own = distance[fabric.nodeOf(port)];
          int[] other = distance[fabric.nodeOf(peer)];
          for (int to = 0; to < count; to++) {
            own[to] = Math.min(own[to], other[to] + 1);
          }
        }
      }
    }
  }

  static ForwardingTables route(RoutingRequest request) {
    NaiveMinHop twin = new NaiveMinHop(request);
    ForwardingTables tables = new ForwardingTables(twin.fabric.switchCount(), twin.lids.maxLid());
    for (int node = 0; node < twin.fabric.switchCount(); node++) {
      twin.fill(node, tables);
    }
    return tables;
  }

  private List<Integer> destinations() {
    List<Integer> nodes = new ArrayList<>();
    Map<Integer, List<Integer>> adapters = new HashMap<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      nodes.add(node);
      adapters.put(node, new ArrayList<>());
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE && !fabric.isSwitch(fabric.nodeOf(peer))) {
          adapters.get(node).add(peer);
        }
      }
    }
    nodes.sort(
        Comparator.comparing((Integer node) -> adapters.get(node).size())
            .reversed()
            .thenComparing(node -> node));
    List<Integer> ports = new ArrayList<>();
    nodes.forEach(node -> ports.addAll(adapters.get(node)));
    for (int node = 0; node < fabric.switchCount(); node++) {
      ports.add(fabric.port(node, 0));
    }
    return ports;
  }

  private void fill(int node, ForwardingTables tables) {
    Map<Integer, Integer> paths = new HashMap<>(); // by port number
    for (int destination : destinations()) {
      boolean isSwitch = fabric.isSwitch(fabric.nodeOf(destination));
      int home = fabric.nodeOf(isSwitch ? destination : fabric.peer(destination));
      List<Integer> taken = new ArrayList<>();
      for (int offset = 0; offset < lids.lidCount(destination); offset++) {
        int lid = lids.baseLid(destination) + offset;
        if (home == node) {
          tables.set(node, lid, isSwitch ? 0 : fabric.portNumber(fabric.peer(destination)));
          continue;
        }
        List<Integer> candidates = candidates(node, home);
        if (candidates.isEmpty()) {
          continue;
        }
        int before =
            request.previous() == null
                ? ForwardingTables.NO_PORT
                : request.previous().port(node, lid);
        int number = candidates.contains(before) ? before : choose(node, candidates, paths, taken);
        taken.add(number);
        if (!isSwitch || request.options().ports().portProfileSwitchNodes()) {
          paths.merge(number, 1, Integer::sum);
        }
        tables.set(node, lid, number);
      }
    }
  }

  private int choose(
      int node, List<Integer> candidates, Map<Integer, Integer> paths, List<Integer> taken) {
    List<Integer> inOrder = new ArrayList<>(candidates);
    if (!taken.isEmpty()) {
      int last = taken.getLast();
      inOrder.removeIf(number -> number <= last);
      candidates.stream().filter(number -> number <= last).forEach(inOrder::add);
    }
    return inOrder.stream()
        .min(
            Comparator.comparing((Integer number) -> overlap(node, number, taken))
                .thenComparing(number -> paths.getOrDefault(number, 0))
                .thenComparing(
                    number ->
                        taken.stream()
                            .filter(other -> next(node, other) == next(node, number))
                            .count()))
        .orElseThrow();
  }

  private int overlap(int node, int number, List<Integer> taken) {
    int overlap = 0;
    for (int other : taken) {
      if (next(node, other) == next(node, number)) {
        return 2;
      }
      if (fabric.systemImageGuid(next(node, other)) == fabric.systemImageGuid(next(node, number))) {
        overlap = 1;
      }
    }
    return overlap;
  }

  private int next(int node, int number) {
    return fabric.nodeOf(fabric.peer(fabric.port(node, number)));
  }

  private List<Integer> candidates(int node, int home) {
    List<Integer> found = new ArrayList<>();
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      if (distance[node][home] < 1_000_000
          && peer != Fabric.NONE
          && fabric.isSwitch(fabric.nodeOf(peer))
          && distance[fabric.nodeOf(peer)][home] == distance[node][home] - 1) {
        found.add(number);
      }
    }
    return found;
  }
}
