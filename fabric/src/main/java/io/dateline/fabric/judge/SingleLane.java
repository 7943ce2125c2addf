package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/**
 * The walk where every packet is on VL 0. Packets that meet at a switch then are all alike, so
 * counting them is enough and a destination costs a few passes over the switches, whatever the
 * number of senders.
 */
final class SingleLane implements LaneWalk {
  private static final int VL_ZERO = 1; // as a mask

  private final SwitchPorts graph;
  private final Senders senders;
  private final Needs needs;
  private final Tally tally;
  private final UndeliveredExamples examples;
  private final int[]
      all; // by switch: senders whose packets enter there, the target's own left out
  private final int[] ca; // by switch: those of them that are adapters' or routers'
  private final int[] through; // by switch: senders in scope whose packets pass
  private final int[] caThrough; // by switch: adapters whose packets pass
  private final boolean mixed; // whether all and ca can differ

  SingleLane(
      SwitchPorts graph,
      Senders senders,
      Needs needs,
      Scope scope,
      Tally tally,
      UndeliveredExamples examples) {
    this.graph = graph;
    this.senders = senders;
    this.needs = needs;
    this.tally = tally;
    this.examples = examples;
    all = senders.allAtSwitch.clone();
    mixed = scope == Scope.ALL_END_PORTS;
    ca = mixed ? senders.caAtSwitch.clone() : all;
    through = new int[graph.switchCount];
    caThrough = mixed ? new int[graph.switchCount] : through;
  }

  @Override
  public void visit(JudgedLid target, DestinationTree tree, int[] distances) {
    int home = target.sender() == Fabric.NONE ? Fabric.NONE : senders.entrySwitch[target.sender()];
    if (home != Fabric.NONE) {
      countAt(home, target, -1);
    }
    long missingBefore = tally.missing();
    boolean arrived = countPairs(target, tree, distances);
    arrived &= countDirect(target);
    if (home != Fabric.NONE) {
      countAt(home, target, 1);
    }
    if (!arrived) {
      boolean anyMissing = tally.missing() > missingBefore;
      examples.collect(target, tree, distances, anyMissing, (sender, arriving) -> Fabric.NONE);
    }
    passOn(target, tree);
  }

  private void countAt(int node, JudgedLid target, int change) {
    all[node] += change;
    if (mixed && target.isCa()) {
      ca[node] += change;
    }
  }

  /** Whether all of the pairs arrive. Leaves in {@code through} what enters at each switch. */
  private boolean countPairs(JudgedLid target, DestinationTree tree, int[] distances) {
    Fault[] fault = tree.fault;
    int[] hops = tree.hops;
    boolean arrived = true;
    for (int node = 0; node < fault.length; node++) {
      int count = all[node];
      through[node] = count;
      if (mixed) {
        caThrough[node] = ca[node];
      }
      if (count == 0) {
        continue;
      }
      if (fault[node] == null) {
        tally.addDelivered(hops[node], target.hopsMin(distances[node]), count);
        tally.vlMask |= VL_ZERO;
      } else {
        arrived = false;
        int caCount = target.isCa() ? ca[node] : 0;
        tally.addUndelivered(
            tree.fault[node],
            distances[node] != Fabric.NONE,
            count,
            caCount,
            needs.count(target, node, count, caCount));
      }
    }
    return arrived;
  }

  private boolean countDirect(JudgedLid target) {
    boolean arrived = true;
    for (int sender : senders.direct) {
      if (sender == target.sender()) {
        continue;
      }
      if (senders.reachesDirectly(sender, target.port())) {
        tally.addDelivered(0, 0, 1);
        tally.vlMask |= VL_ZERO;
      } else {
        arrived = false;
        tally.addUndelivered(Fault.WRONG_END_PORT, false, 1, target.isCa() ? 1 : 0, 1);
      }
    }
    return arrived;
  }

  private void passOn(JudgedLid target, DestinationTree tree) {
    int[] next = tree.next;
    int[] exit = tree.exit;
    DependencyMatrix dependencies = tally.dependencies;
    for (int i = 0; i < tree.orderedCount; i++) {
      int node = tree.order[i];
      int to = next[node];
      if (to == Fabric.NONE || through[node] == 0 || tree.fault[node] != null) {
        continue;
      }
      int channel = exit[node];
      dependencies.use(channel, VL_ZERO);
      if (target.isCa()) {
        tally.paths[channel] += caThrough[node];
      }
      if (next[to] != Fabric.NONE) {
        dependencies.depend(to, graph.peer[channel] - graph.firstPort[to], 0, tree.entry[to], 0);
      }
      through[to] += through[node];
      if (mixed) {
        caThrough[to] += caThrough[node];
      }
    }
  }
}
