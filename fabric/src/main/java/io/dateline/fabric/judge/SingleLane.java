package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/**
 * The walk where every packet is on VL 0. Packets that meet at a switch then are all alike, so
 * counting them is enough and a destination costs a few passes over the switches, whatever the
 * number of senders.
 */
final class SingleLane implements LaneWalk {
  private final SwitchPorts graph;
  private final Senders senders;
  private final Needs needs;
  private final Tally tally;
  private final boolean mixed; // whether senders can be other than adapters
  private final int[] through; // by switch: senders in scope whose packets pass
  private final int[] caThrough; // by switch: adapters whose packets pass

  SingleLane(JudgeInput input, Tally tally) {
    graph = input.graph;
    senders = input.senders;
    needs = input.needs;
    this.tally = tally;
    mixed = input.options.scope() == Scope.ALL_END_PORTS;
    through = new int[graph.switchCount];
    caThrough = mixed ? new int[graph.switchCount] : through;
  }

  @Override
  public void visit(JudgedLid target, DestinationTree tree, int[] distances) {
    int home = home(target);
    for (int node = 0; node < through.length; node++) {
      enter(target, node, home);
      count(target, node, tree.fault[node], tree.hops[node], distances[node]);
    }
    countDirect(target);
    passOn(target, tree);
  }

  /** What senders at one switch send takes one path: counts these pairs alone. */
  void visitFrom(int node, JudgedLid target, LidPath path, int distance) {
    enter(target, node, home(target));
    int all = through[node];
    if (all == 0) {
      return;
    }
    count(target, node, path.fault, path.hops, distance);
    if (path.fault != null) {
      return;
    }
    int before = Fabric.NONE;
    for (int i = 0; i < path.length; i++) {
      int channel = path.channels[i];
      pass(target, channel, all, caThrough[node]);
      if (before != Fabric.NONE) {
        tally.turn(graph.numberOf(graph.peer[before]), channel, all);
      }
      before = channel;
    }
  }

  /** Where the destination's own packets enter, which it does not send to itself. */
  private int home(JudgedLid target) {
    return target.sends() ? senders.entrySwitch[target.sender()] : Fabric.NONE;
  }

  /** Leaves in {@code through} what enters at a switch. */
  private void enter(JudgedLid target, int node, int home) {
    int own = node == home ? 1 : 0;
    through[node] = senders.allAtSwitch[node] - own;
    if (mixed) {
      caThrough[node] = senders.caAtSwitch[node] - (target.isCa() ? own : 0);
    }
  }

  private void count(JudgedLid target, int node, Fault fault, int hops, int distance) {
    int all = through[node];
    if (all == 0) {
      return;
    }
    if (fault == null) {
      tally.addDelivered(hops, target.hopsMin(distance), all);
      return;
    }
    int ca = target.isCa() ? caThrough[node] : 0;
    int needed = needs.count(target, node, all, ca);
    tally.addUndelivered(fault, distance != Fabric.NONE, all, ca, needed);
  }

  private void countDirect(JudgedLid target) {
    for (int sender : senders.direct) {
      if (sender == target.sender()) {
        continue;
      }
      if (senders.reachesDirectly(sender, target.port())) {
        tally.addDelivered(0, 0, 1);
      } else {
        tally.addUndelivered(Fault.WRONG_END_PORT, false, 1, target.isCa() ? 1 : 0, 1);
      }
    }
  }

  private void passOn(JudgedLid target, DestinationTree tree) {
    int[] next = tree.next;
    for (int i = 0; i < tree.orderedCount; i++) {
      int node = tree.order[i];
      int to = next[node];
      if (to == Fabric.NONE || through[node] == 0 || tree.fault[node] != null) {
        continue;
      }
      int channel = tree.exit[node];
      pass(target, channel, through[node], caThrough[node]);
      if (next[to] != Fabric.NONE) {
        tally.turn(graph.peer[channel] - graph.firstPort[to], tree.exit[to], through[node]);
      }
      through[to] += through[node];
      if (mixed) {
        caThrough[to] += caThrough[node];
      }
    }
  }

  private void pass(JudgedLid target, int channel, int all, int ca) {
    tally.take(channel, all);
    if (target.isCa()) {
      tally.addPaths(channel, ca);
    }
  }

  @Override
  public int nodeThatDrops(int sender, DestinationTree tree) {
    return Fabric.NONE; // no mapping sends VL 0 to the lane that drops
  }
}
