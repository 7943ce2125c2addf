package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tree walk's twin: everybody sends to everybody, one copy of a packet at a time. */
final class NaiveMulticast {
  private final Fabric fabric;
  private final Routing routing;
  private final MulticastTree tree;
  private final NaiveJudge judge;
  private final List<Integer> members = new ArrayList<>();

  final Set<Integer> reached = new HashSet<>(); // switches on the tree
  boolean dropped;

  /** Adds lanes, dependencies and VLs to what the twin has of unicast. */
  NaiveMulticast(Fabric fabric, LidMap lids, Routing routing, Scope scope, NaiveJudge judge) {
    this.fabric = fabric;
    this.routing = routing;
    this.judge = judge;
    tree = routing.multicast().orElseThrow();
    reach(tree.root(), Fabric.NONE);
    for (int port : fabric.endPorts()) {
      boolean isSwitch = fabric.isSwitch(fabric.nodeOf(port));
      int at = isSwitch ? fabric.nodeOf(port) : fabric.nodeOf(fabric.peer(port));
      if ((scope == Scope.ALL_END_PORTS || !isSwitch)
          && lids.lidCount(port) > 0
          && reached.contains(at)) {
        members.add(port);
      }
    }
    for (int member : members) {
      tree.serviceLevels().forEach(sl -> send(member, sl));
    }
  }

  private void reach(int node, int from) {
    reached.add(node);
    branches(node, from).forEach(port -> reach(fabric.nodeOf(fabric.peer(port)), node));
  }

  /** Ports of tree cables to other neighbours than one. */
  private List<Integer> branches(int node, int from) {
    List<Integer> found = new ArrayList<>();
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      int peer = fabric.peer(port);
      if (peer == Fabric.NONE || !fabric.isSwitch(fabric.nodeOf(peer))) {
        continue;
      }
      int other = fabric.nodeOf(peer);
      boolean up = contains(tree.uplinks()[node], port);
      boolean down = contains(tree.uplinks()[other], peer);
      if (other != from && (up || down)) {
        found.add(port);
      }
    }
    return found;
  }

  private static boolean contains(int[] ports, int wanted) {
    for (int port : ports) {
      if (port == wanted) {
        return true;
      }
    }
    return false;
  }

  private void send(int source, int sl) {
    if (fabric.isSwitch(fabric.nodeOf(source))) {
      forward(source, source, sl, null, Fabric.NONE);
    } else if (passes(source, source, sl)) {
      forward(source, fabric.peer(source), sl, null, Fabric.NONE);
    }
  }

  /** A packet is at a port of a switch. */
  private void forward(int source, int at, int sl, Lane before, int from) {
    int node = fabric.nodeOf(at);
    for (int member : members) {
      boolean hangsHere =
          !fabric.isSwitch(fabric.nodeOf(member))
              && fabric.nodeOf(fabric.peer(member)) == node
              && member != source;
      if (hangsHere) {
        passes(at, fabric.peer(member), sl);
      }
    }
    for (int out : branches(node, from)) {
      if (!somebodyAt(fabric.nodeOf(fabric.peer(out)), node)) {
        continue;
      }
      int vl = vl(at, out, sl);
      if (!passes(at, out, sl)) {
        continue;
      }
      Lane lane = new Lane(out, vl);
      judge.lanes.add(lane);
      if (before != null) {
        judge.dependencies.add(new NaiveJudge.Dependency(before, lane));
      }
      forward(source, fabric.peer(out), sl, lane, node);
    }
  }

  private boolean somebodyAt(int node, int from) {
    for (int member : members) {
      int at = fabric.nodeOf(member);
      if ((fabric.isSwitch(at) ? at : fabric.nodeOf(fabric.peer(member))) == node) {
        return true;
      }
    }
    return branches(node, from).stream()
        .anyMatch(port -> somebodyAt(fabric.nodeOf(fabric.peer(port)), node));
  }

  private boolean passes(int at, int out, int sl) {
    int vl = vl(at, out, sl);
    dropped |= vl == SlToVl.DROP;
    judge.vlMask |= vl == SlToVl.DROP ? 0 : 1 << vl;
    return vl != SlToVl.DROP;
  }

  private int vl(int at, int out, int sl) {
    int node = fabric.nodeOf(out);
    int in = fabric.isSwitch(node) ? fabric.portNumber(at) : 0;
    return routing.slToVl().vl(node, in, fabric.portNumber(out), sl);
  }
}
