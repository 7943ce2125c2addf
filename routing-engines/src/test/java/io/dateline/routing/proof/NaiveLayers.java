package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.judge.Lane;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The proof's twin: sends every packet on its own and keeps the lanes of those that arrive. */
final class NaiveLayers {
  /** One lane right after another. */
  record Dependency(Lane before, Lane after) {}

  final Set<Lane> lanes = new HashSet<>();
  final Set<Dependency> dependencies = new HashSet<>();
  private final Fabric fabric;
  private final Routing routing;

  NaiveLayers(Fabric fabric, LidMap lids, Routing routing) {
    this.fabric = fabric;
    this.routing = routing;
    for (int source : fabric.endPorts()) {
      for (int offset = 0; offset < lids.lidCount(source); offset++) {
        for (int lid = 1; lid <= lids.maxLid(); lid++) {
          int destination = lids.port(lid);
          if (destination != Fabric.NONE && destination != source) {
            send(source, lids.baseLid(source) + offset, lid, destination);
          }
        }
      }
    }
  }

  private void send(int source, int sourceLid, int lid, int destination) {
    int sl = routing.pathSl().sl(sourceLid, lid);
    List<Lane> taken = new ArrayList<>();
    int at = source; // the port the packet is at, inside its node
    if (!fabric.isSwitch(fabric.nodeOf(source))) {
      if (vl(source, 0, sl) == SlToVl.DROP) {
        return;
      }
      at = fabric.peer(source);
    }
    // More hops than there are switches is going round.
    for (int hop = 0; hop <= fabric.switchCount() && at != Fabric.NONE; hop++) {
      if (at == destination && (hop > 0 || fabric.isSwitch(fabric.nodeOf(at)))) {
        arrived(taken);
        return;
      }
      int node = fabric.nodeOf(at);
      if (!fabric.isSwitch(node)) {
        return;
      }
      int number = routing.tables().port(node, lid);
      if (number == 0 && fabric.port(node, 0) == destination) {
        arrived(taken);
        return;
      }
      if (number == 0 || number > fabric.externalPortCount(node)) {
        return;
      }
      int out = fabric.port(node, number);
      int vl = vl(out, fabric.portNumber(at), sl);
      if (fabric.peer(out) == Fabric.NONE || vl == SlToVl.DROP) {
        return;
      }
      if (fabric.isSwitch(fabric.nodeOf(fabric.peer(out)))) {
        taken.add(new Lane(out, vl));
      }
      at = fabric.peer(out);
    }
  }

  private int vl(int port, int entry, int sl) {
    return routing.slToVl().vl(fabric.nodeOf(port), entry, fabric.portNumber(port), sl);
  }

  private void arrived(List<Lane> taken) {
    lanes.addAll(taken);
    for (int i = 1; i < taken.size(); i++) {
      dependencies.add(new Dependency(taken.get(i - 1), taken.get(i)));
    }
  }

  /** Takes away lanes that nothing depends on, until there are none. */
  boolean isAcyclic() {
    Set<Dependency> rest = new HashSet<>(dependencies);
    boolean any = true;
    while (any) {
      Set<Lane> entered = new HashSet<>();
      rest.forEach(dependency -> entered.add(dependency.after()));
      any = rest.removeIf(dependency -> !entered.contains(dependency.before()));
    }
    return rest.isEmpty();
  }
}
