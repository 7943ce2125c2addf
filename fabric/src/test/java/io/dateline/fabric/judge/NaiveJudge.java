package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The judge's twin for tests: sends every packet on its own and keeps everything it sees in sets.
 */
final class NaiveJudge {
  /** One lane right after another. */
  record Dependency(Lane from, Lane to) {}

  /** What became of one packet. */
  record Walk(Fault fault, int node, int portNumber, List<Lane> lanes, int hops, int vlMask) {}

  private final Fabric fabric;
  private final LidMap lids;
  private final Routing routing;
  private final Scope scope;

  long pairs;
  long caPairs;
  long undelivered;
  long caUndelivered;
  long disconnected;
  long nonMinimal;
  int vlMask;
  final Map<Fault, Long> faults = new HashMap<>();
  final Set<Undelivered> undeliveredPairs = new HashSet<>();
  final TreeMap<Integer, Long> hops = new TreeMap<>();
  final Map<Integer, Long> loads = new HashMap<>();
  final Set<Lane> lanes = new HashSet<>();
  final Set<Dependency> dependencies = new HashSet<>();
  final Set<Set<Integer>> loops = new HashSet<>();

  NaiveJudge(Fabric fabric, LidMap lids, Routing routing, Scope scope) {
    this.fabric = fabric;
    this.lids = lids;
    this.routing = routing;
    this.scope = scope;
    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      int port = lids.port(lid);
      if (port == Fabric.NONE || !inScope(port)) {
        continue;
      }
      findLoops(lid);
      for (int source : fabric.endPorts()) {
        if (inScope(source) && lids.lidCount(source) > 0 && source != port) {
          judgePair(source, lid, port);
        }
      }
    }
  }

  private boolean inScope(int port) {
    return scope == Scope.ALL_END_PORTS || isCa(port);
  }

  private boolean isCa(int port) {
    return !fabric.isSwitch(fabric.nodeOf(port));
  }

  private void judgePair(int source, int lid, int destination) {
    boolean ca = isCa(source) && isCa(destination);
    pairs++;
    caPairs += ca ? 1 : 0;
    Walk failed = null;
    Walk last = null;
    for (int i = 0; i < lids.lidCount(source); i++) {
      int sl = routing.pathSl().sl(lids.baseLid(source) + i, lid);
      last = walk(source, lid, destination, sl);
      if (last.fault() == null) {
        vlMask |= last.vlMask();
        lanes.addAll(last.lanes());
        for (int hop = 1; hop < last.lanes().size(); hop++) {
          dependencies.add(new Dependency(last.lanes().get(hop - 1), last.lanes().get(hop)));
        }
      } else {
        failed = last;
      }
    }
    int least = shortest(source, destination);
    if (failed != null) {
      undelivered++;
      caUndelivered += ca ? 1 : 0;
      disconnected += least < 0 ? 1 : 0;
      faults.merge(failed.fault(), 1L, Long::sum);
      undeliveredPairs.add(
          new Undelivered(source, lid, failed.fault(), failed.node(), failed.portNumber()));
      return;
    }
    hops.merge(last.hops(), 1L, Long::sum);
    nonMinimal += last.hops() > least ? 1 : 0;
    if (ca) {
      for (Lane lane : last.lanes()) {
        loads.merge(lane.channel(), 1L, Long::sum);
      }
    }
  }

  private Walk walk(int source, int lid, int destination, int sl) {
    List<Lane> taken = new ArrayList<>();
    Set<Integer> visited = new HashSet<>();
    int hopCount = 0;
    int used = 0;
    int at = source; // the port the packet came in by
    int dropNode = Fabric.NONE;
    int dropNumber = 0;
    if (isCa(source)) {
      int vl = routing.slToVl().vl(fabric.nodeOf(source), 0, fabric.portNumber(source), sl);
      used |= 1 << vl;
      if (vl == SlToVl.DROP) {
        dropNode = fabric.nodeOf(source);
        dropNumber = fabric.portNumber(source);
      }
      at = fabric.peer(source);
    }
    int last = fabric.nodeOf(source);
    int lastNumber = fabric.portNumber(source);
    Fault fault = null;
    while (fabric.isSwitch(fabric.nodeOf(at))) {
      last = fabric.nodeOf(at);
      lastNumber = routing.tables().port(last, lid);
      if (!visited.add(last)) {
        fault = Fault.LOOP;
        break;
      }
      if (lastNumber == 0) {
        at = fabric.port(last, 0);
        break;
      }
      if (lastNumber == ForwardingTables.NO_PORT) {
        fault = Fault.NO_ENTRY;
        break;
      }
      if (lastNumber > fabric.externalPortCount(last)) {
        fault = Fault.ABSENT_PORT;
        break;
      }
      int out = fabric.port(last, lastNumber);
      if (fabric.peer(out) == Fabric.NONE) {
        fault = Fault.DOWN_PORT;
        break;
      }
      int vl = routing.slToVl().vl(last, fabric.portNumber(at), lastNumber, sl);
      used |= 1 << vl;
      if (vl == SlToVl.DROP && dropNode == Fabric.NONE) {
        dropNode = last;
        dropNumber = lastNumber;
      }
      hopCount++;
      at = fabric.peer(out);
      if (fabric.isSwitch(fabric.nodeOf(at))) {
        taken.add(new Lane(out, vl));
      }
    }
    if (fault == null && at != destination) {
      fault = Fault.WRONG_END_PORT;
    }
    if (fault == null && dropNode != Fabric.NONE) {
      return new Walk(Fault.DROPPED, dropNode, dropNumber, taken, hopCount, used);
    }
    return new Walk(fault, last, lastNumber, taken, hopCount, used);
  }

  /** Hops at least between two end ports, or -1. */
  private int shortest(int source, int destination) {
    if (isCa(source) && fabric.peer(source) == destination) {
      return 0;
    }
    Map<Integer, Integer> distance = new HashMap<>();
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    int first = isCa(source) ? fabric.nodeOf(fabric.peer(source)) : fabric.nodeOf(source);
    if (!fabric.isSwitch(first)) {
      return -1;
    }
    distance.put(first, 0);
    queue.add(first);
    while (!queue.isEmpty()) {
      int node = queue.remove();
      if (fabric.port(node, 0) == destination) {
        return distance.get(node);
      }
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer == destination) {
          return distance.get(node) + 1;
        }
      }
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE
            && fabric.isSwitch(fabric.nodeOf(peer))
            && distance.putIfAbsent(fabric.nodeOf(peer), distance.get(node) + 1) == null) {
          queue.add(fabric.nodeOf(peer));
        }
      }
    }
    return -1;
  }

  private void findLoops(int lid) {
    for (int start = 0; start < fabric.switchCount(); start++) {
      Set<Integer> channels = new HashSet<>();
      int node = start;
      while (true) {
        int number = routing.tables().port(node, lid);
        if (number == 0 || number > fabric.externalPortCount(node)) {
          break;
        }
        int out = fabric.port(node, number);
        int peer = fabric.peer(out);
        if (peer == Fabric.NONE || !fabric.isSwitch(fabric.nodeOf(peer)) || !channels.add(out)) {
          break;
        }
        node = fabric.nodeOf(peer);
        if (node == start) {
          loops.add(channels);
          break;
        }
      }
    }
  }

  /** Whether the dependencies have a cycle, by taking away lanes that nothing depends on. */
  boolean hasCycle() {
    Set<Dependency> rest = new HashSet<>(dependencies);
    while (true) {
      Set<Lane> entered = new HashSet<>();
      rest.forEach(dependency -> entered.add(dependency.to()));
      if (!rest.removeIf(dependency -> !entered.contains(dependency.from()))) {
        return !rest.isEmpty();
      }
    }
  }
}
