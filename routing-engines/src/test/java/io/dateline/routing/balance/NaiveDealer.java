package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.routing.GuidPort;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Dealer.Measure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The dealer's twin for tests: the rules one after another, for every entry on its own. */
final class NaiveDealer {
  private final Fabric fabric;
  private final LidMap lids;
  private final RoutingRequest request;
  private final PortOptions options;
  private final Measure measure;
  private final ForwardingTables drawn;
  private final int[][] distance;
  private final Map<GuidPort, Integer> paths = new HashMap<>();
  private final Set<Integer> listed = new LinkedHashSet<>(); // by guid_routing_order_file

  private NaiveDealer(RoutingRequest request, Measure measure, ForwardingTables drawn) {
    this.measure = measure;
    this.request = request;
    this.drawn = drawn;
    options = request.options().ports();
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
            own[to] = Math.min(own[to], other[to] + weight(port));
          }
        }
      }
    }
  }

  /**
   * Routes.
   *
   * @param measure of the dealer
   * @param parts that are dealt out each for itself
   * @param drawn the engine's tables, for the draws of {@code scatter_ports} and nothing else
   */
  static ForwardingTables route(
      RoutingRequest request, Measure measure, int parts, ForwardingTables drawn) {
    NaiveDealer twin = new NaiveDealer(request, measure, drawn);
    ForwardingTables tables = new ForwardingTables(twin.fabric.switchCount(), twin.lids.maxLid());
    for (List<Integer> part : parts(twin.groups(), parts)) {
      twin.paths.clear();
      twin.fill(part, tables);
    }
    return tables;
  }

  /** Parts of about as much work, of which every group is worth four destinations more. */
  private static List<List<Integer>> parts(List<List<Integer>> groups, int count) {
    List<List<Integer>> parts = new ArrayList<>();
    for (int part = 0; part < count; part++) {
      parts.add(new ArrayList<>());
    }
    int all = groups.stream().mapToInt(group -> group.size() + 4).sum();
    int before = 0;
    for (List<Integer> group : groups) {
      parts.get(before * count / all).addAll(group);
      before += group.size() + 4;
    }
    return parts;
  }

  /** What follows each other at one switch stays together. */
  private List<List<Integer>> groups() {
    List<List<Integer>> groups = new ArrayList<>();
    int last = Fabric.NONE;
    for (int destination : destinations()) {
      if (last == Fabric.NONE || !isTogether(last, destination)) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().add(destination);
      last = destination;
    }
    return groups;
  }

  private boolean isTogether(int before, int next) {
    return home(before) == home(next) && !listed.contains(before) && !listed.contains(next);
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
    for (long guid : options.guidRoutingOrder()) {
      int port = fabric.endPortByGuid(guid);
      if (port != Fabric.NONE
          && (fabric.isSwitch(fabric.nodeOf(port))
              || fabric.isSwitch(fabric.nodeOf(fabric.peer(port))))) {
        listed.add(port);
      }
    }
    Set<Integer> all = new LinkedHashSet<>(listed);
    for (int node : nodes) {
      all.addAll(adapters.get(node));
      all.add(fabric.port(node, 0));
    }
    return List.copyOf(all);
  }

  private int home(int destination) {
    boolean isSwitch = fabric.isSwitch(fabric.nodeOf(destination));
    return fabric.nodeOf(isSwitch ? destination : fabric.peer(destination));
  }

  private void fill(List<Integer> destinations, ForwardingTables tables) {
    if (request.previous() != null) {
      for (int destination : destinations) {
        for (int lid : lids(destination)) {
          keep(destination, lid, tables);
          addPaths(destination, lid, tables, 1);
        }
      }
    }
    for (int destination : destinations) {
      for (int lid : lids(destination)) {
        boolean isSwitch = fabric.isSwitch(fabric.nodeOf(destination));
        tables.set(
            home(destination), lid, isSwitch ? 0 : fabric.portNumber(fabric.peer(destination)));
        if (request.previous() != null) {
          addPaths(destination, lid, tables, -1);
        }
        Map<Integer, Integer> costs = new HashMap<>(); // by switch
        costs.put(home(destination), 0);
        for (int node : farthestFirst(destination).reversed()) {
          if (node != home(destination)) {
            fill(node, destination, lid, tables, costs);
          }
        }
        addPaths(destination, lid, tables, 1);
      }
    }
  }

  private List<Integer> farthestFirst(int destination) {
    return IntStream.range(0, fabric.switchCount())
        .boxed()
        .filter(node -> distance[node][home(destination)] < 1_000_000)
        .sorted(Comparator.comparing(node -> -distance[node][home(destination)]))
        .toList();
  }

  private void keep(int destination, int lid, ForwardingTables tables) {
    for (int node : farthestFirst(destination)) {
      int before = request.previous().port(node, lid);
      if (node != home(destination) && candidates(node, home(destination)).contains(before)) {
        tables.set(node, lid, before);
      }
    }
  }

  /** Adds what comes by the entries there are, as often as {@code sign} says. */
  private void addPaths(int destination, int lid, ForwardingTables tables, int sign) {
    boolean isSwitch = fabric.isSwitch(fabric.nodeOf(destination));
    if (isSwitch && !options.portProfileSwitchNodes()) {
      return;
    }
    for (int sender : fabric.endPorts()) {
      boolean fromSwitch = fabric.isSwitch(fabric.nodeOf(sender));
      if ((fromSwitch && !options.portProfileSwitchNodes())
          || (!fromSwitch && !fabric.isSwitch(fabric.nodeOf(fabric.peer(sender))))) {
        continue;
      }
      int node = home(sender);
      while (node != home(destination) && tables.port(node, lid) != ForwardingTables.NO_PORT) {
        GuidPort port = new GuidPort(fabric.nodeGuid(node), tables.port(node, lid));
        if (!options.portProfIgnore().contains(port)) {
          paths.merge(port, sign, Integer::sum);
        }
        node = next(node, port.number());
      }
    }
  }

  private void fill(
      int node, int destination, int lid, ForwardingTables tables, Map<Integer, Integer> costs) {
    if (tables.port(node, lid) == ForwardingTables.NO_PORT) {
      List<Integer> siblings = new ArrayList<>(lids(destination));
      siblings.remove((Integer) lid);
      List<Integer> taken =
          siblings.stream()
              .map(other -> tables.port(node, other))
              .filter(number -> number != ForwardingTables.NO_PORT)
              .toList();
      int before =
          siblings.contains(lid - 1) ? tables.port(node, lid - 1) : ForwardingTables.NO_PORT;
      List<Integer> candidates = candidates(node, home(destination));
      tables.set(node, lid, choose(node, lid, candidates, before, taken, costs));
    }
    costs.put(node, cost(node, tables.port(node, lid), costs));
  }

  private int paths(int node, int number) {
    return paths.getOrDefault(new GuidPort(fabric.nodeGuid(node), number), 0);
  }

  private int cost(int node, int number, Map<Integer, Integer> costs) {
    return paths(node, number) * paths(node, number) + costs.get(next(node, number));
  }

  private List<Integer> lids(int destination) {
    int base = lids.baseLid(destination);
    return IntStream.range(base, base + lids.lidCount(destination)).boxed().toList();
  }

  private int choose(
      int node,
      int lid,
      List<Integer> candidates,
      int before,
      List<Integer> taken,
      Map<Integer, Integer> costs) {
    List<Integer> inOrder = new ArrayList<>(candidates);
    List<Integer> all = inOrder(node);
    int passed =
        (int) candidates.stream().filter(n -> all.indexOf(n) <= all.indexOf(before)).count();
    Collections.rotate(inOrder, -passed);
    if (options.portShifting()) {
      int sum = candidates.stream().mapToInt(number -> paths(node, number)).sum();
      Collections.rotate(inOrder, -(sum / candidates.size()));
    }
    Comparator<Integer> better =
        Comparator.comparing((Integer number) -> overlap(node, number, taken))
            .thenComparing(number -> measure == Measure.PORT ? paths(node, number) : 0)
            .thenComparing(number -> cost(node, number, costs))
            .thenComparing(
                number ->
                    taken.stream()
                        .filter(other -> next(node, other) == next(node, number))
                        .count());
    int best = inOrder.stream().min(better).orElseThrow();
    List<Integer> equals =
        inOrder.stream().filter(number -> better.compare(number, best) == 0).toList();
    // Which one is drawn is the engine's affair, as long as it is one of the equals.
    return options.scatterPorts() != 0 && equals.contains(drawn.port(node, lid))
        ? drawn.port(node, lid)
        : equals.getFirst();
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

  private List<Integer> inOrder(int node) {
    Set<Integer> inOrder =
        new LinkedHashSet<>(
            options.portSearchOrdering().getOrDefault(fabric.nodeGuid(node), List.of()));
    inOrder.addAll(IntStream.rangeClosed(1, fabric.externalPortCount(node)).boxed().toList());
    inOrder.removeIf(number -> number < 1 || number > fabric.externalPortCount(node));
    return List.copyOf(inOrder);
  }

  private List<Integer> candidates(int node, int home) {
    List<Integer> found = new ArrayList<>();
    for (int number : inOrder(node)) {
      int port = fabric.port(node, number);
      int peer = fabric.peer(port);
      if (distance[node][home] < 1_000_000
          && peer != Fabric.NONE
          && fabric.isSwitch(fabric.nodeOf(peer))
          && distance[fabric.nodeOf(peer)][home] == distance[node][home] - weight(port)) {
        found.add(number);
      }
    }
    List<Integer> full = found.stream().filter(number -> !isThrottled(node, number)).toList();
    return options.avoidThrottledLinks() && !full.isEmpty() ? full : found;
  }

  private int weight(int port) {
    return options
        .hopWeights()
        .getOrDefault(
            new GuidPort(fabric.nodeGuid(fabric.nodeOf(port)), fabric.portNumber(port)), 1);
  }

  private boolean isThrottled(int node, int number) {
    double own = gbps(fabric.port(node, number));
    return own < fastest(node) && own < fastest(next(node, number));
  }

  private double fastest(int node) {
    return IntStream.rangeClosed(1, fabric.externalPortCount(node))
        .mapToDouble(number -> gbps(fabric.port(node, number)))
        .max()
        .orElse(0);
  }

  private double gbps(int port) {
    return fabric.peer(port) == Fabric.NONE
        ? 0
        : fabric.width(port).lanes() * fabric.speed(port).laneGbps();
  }
}
