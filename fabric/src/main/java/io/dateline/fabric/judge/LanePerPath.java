package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.SlToVl;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The walk where service levels differ by pair. Packets of one SL that come into a switch by one
 * port are alike from there on, so sets of SLs (16 bits) flow through the tree and not packets.
 *
 * <p>Three passes over the tree: from the senders inwards, which SLs come to a switch at all; from
 * the destination outwards, which of them are not dropped further on (VL 15), because a dependency
 * counts only for packets that arrive; inwards again with those, noting lanes and dependencies. The
 * VL a channel is used on depends on how the packet came into the switch before it, so the last
 * pass carries a set of VLs for each SL.
 */
final class LanePerPath implements LaneWalk {
  private static final int SL_COUNT = 16;
  private static final int EVERY_SL = 0xFFFF;

  private final Fabric fabric;
  private final SwitchPorts graph;
  private final Senders senders;
  private final Needs needs;
  private final Tally tally;
  private final SlToVl slToVl;
  private final PathSl pathSl;
  private final char[] sls; // by sender: mask of the SLs it sends on
  private final char[] coming; // by switch: mask of the SLs that leave it if none is dropped
  private final char[] surviving; // by switch: mask of the SLs that arrive once they have left it
  private final char[] vls; // by switch * 16 + SL: mask of VLs on the channel it leaves by
  private final char[] leaving; // by switch: mask of the SLs that leave it and arrive
  private final int[] caThrough; // by switch: adapter pairs that pass and arrive

  LanePerPath(JudgeInput input, Tally tally) {
    fabric = input.fabric;
    graph = input.graph;
    senders = input.senders;
    needs = input.needs;
    this.tally = tally;
    slToVl = new CheckedSlToVl(fabric, input.routing.slToVl());
    pathSl = input.routing.pathSl();
    sls = new char[senders.count];
    coming = new char[graph.switchCount];
    surviving = new char[graph.switchCount];
    vls = new char[graph.switchCount * SL_COUNT];
    leaving = new char[graph.switchCount];
    caThrough = new int[graph.switchCount];
  }

  @Override
  public void visit(JudgedLid target, DestinationTree tree, int[] distances) {
    ask(target);
    gather(tree);
    sift(tree);
    Arrays.fill(leaving, (char) 0);
    Arrays.fill(vls, (char) 0);
    Arrays.fill(caThrough, 0);
    send(target, tree, distances);
    passOn(target, tree);
  }

  /** Asks for the SLs of every pair and lets them enter. */
  private void ask(JudgedLid target) {
    Arrays.fill(coming, (char) 0);
    IntUnaryOperator levels = pathSl.toward(target.lid());
    for (int sender = 0; sender < sls.length; sender++) {
      int mask = 0;
      if (sender != target.sender()) {
        int end = senders.baseLids[sender] + senders.lidCounts[sender];
        for (int lid = senders.baseLids[sender]; lid < end; lid++) {
          mask |= 1 << checkedSl(levels.applyAsInt(lid), lid, target.lid());
        }
      }
      sls[sender] = (char) mask;
      int entry = senders.entrySwitch[sender];
      if (entry != Fabric.NONE) {
        coming[entry] |= (char) mask;
      }
    }
  }

  private void gather(DestinationTree tree) {
    for (int i = 0; i < tree.orderedCount; i++) {
      int node = tree.order[i];
      int to = tree.next[node];
      if (to != Fabric.NONE && tree.fault[node] == null) {
        coming[to] |= coming[node];
      }
    }
  }

  private void sift(DestinationTree tree) {
    for (int i = tree.orderedCount - 1; i >= 0; i--) {
      int node = tree.order[i];
      int to = tree.next[node];
      if (to == Fabric.NONE) {
        surviving[node] = (char) EVERY_SL;
      } else if (tree.fault[node] == null) {
        surviving[node] =
            (char) crossing(tree, to, graph.numberOf(graph.peer[tree.exit[node]]), coming[node]);
      }
    }
  }

  /** Which SLs of a mask arrive once they have come into a switch by a port. */
  private int crossing(DestinationTree tree, int node, int inputNumber, int mask) {
    if (tree.exit[node] == Fabric.NONE) {
      return mask; // port 0 of this switch is the destination
    }
    int arriving = 0;
    for (int rest = mask & surviving[node]; rest != 0; rest &= rest - 1) {
      int sl = Integer.numberOfTrailingZeros(rest);
      if (slToVl.vl(node, inputNumber, tree.entry[node], sl) != SlToVl.DROP) {
        arriving |= 1 << sl;
      }
    }
    return arriving;
  }

  /** Which SLs of a mask a sender's own node lets out; a switch maps no lane before its output. */
  private int injected(int sender, int mask) {
    int port = senders.ports[sender];
    int node = fabric.nodeOf(port);
    if (fabric.isSwitch(node)) {
      return mask;
    }
    int number = fabric.portNumber(port);
    int out = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int sl = Integer.numberOfTrailingZeros(rest);
      if (slToVl.vl(node, 0, number, sl) != SlToVl.DROP) {
        out |= 1 << sl;
      }
    }
    return out;
  }

  /** Counts every pair and lets the packets that will arrive enter. */
  private void send(JudgedLid target, DestinationTree tree, int[] distances) {
    for (int sender = 0; sender < sls.length; sender++) {
      if (sender == target.sender()) {
        continue;
      }
      int entry = senders.entrySwitch[sender];
      Fault fault =
          entry == Fabric.NONE
              ? sendDirect(sender, target)
              : sendThrough(sender, entry, target, tree, distances);
      if (fault != null) {
        boolean connected = senders.isJoined(sender, target.port(), distances);
        boolean isCaPair = target.isCa() && senders.isCa(sender);
        tally.addUndelivered(
            fault, connected, 1, isCaPair ? 1 : 0, needs.isNeeded(sender, target) ? 1 : 0);
      }
    }
  }

  private Fault sendDirect(int sender, JudgedLid target) {
    if (!senders.reachesDirectly(sender, target.port())) {
      return Fault.WRONG_END_PORT;
    }
    int mask = injected(sender, sls[sender]);
    noteInjection(sender, mask);
    if (mask != sls[sender]) {
      return Fault.DROPPED;
    }
    tally.addDelivered(0, 0, 1);
    return null;
  }

  private Fault sendThrough(
      int sender, int entry, JudgedLid target, DestinationTree tree, int[] distances) {
    if (tree.fault[entry] != null) {
      return tree.fault[entry];
    }
    int inputNumber = senders.entryNumber[sender];
    int mask = crossing(tree, entry, inputNumber, injected(sender, sls[sender]));
    noteInjection(sender, mask);
    if (tree.exit[entry] != Fabric.NONE) {
      leave(tree, entry, inputNumber, mask);
    }
    if (mask != sls[sender]) {
      return Fault.DROPPED;
    }
    tally.addDelivered(tree.hops[entry], target.hopsMin(distances[entry]), 1);
    if (senders.isCa(sender)) {
      caThrough[entry]++;
    }
    return null;
  }

  private void noteInjection(int sender, int mask) {
    int port = senders.ports[sender];
    int node = fabric.nodeOf(port);
    if (fabric.isSwitch(node)) {
      return;
    }
    int number = fabric.portNumber(port);
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      tally.vlMask |= 1 << slToVl.vl(node, 0, number, Integer.numberOfTrailingZeros(rest));
    }
  }

  /** Packets of some SLs, all of which will arrive, leave a switch; notes the lanes they take. */
  private void leave(DestinationTree tree, int node, int inputNumber, int mask) {
    leaving[node] |= (char) mask;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int sl = Integer.numberOfTrailingZeros(rest);
      vls[node * SL_COUNT + sl] |= (char) (1 << slToVl.vl(node, inputNumber, tree.entry[node], sl));
    }
  }

  private void passOn(JudgedLid target, DestinationTree tree) {
    DependencyMatrix dependencies = tally.dependencies;
    for (int i = 0; i < tree.orderedCount; i++) {
      int node = tree.order[i];
      if (leaving[node] == 0) {
        continue;
      }
      int used = 0;
      for (int rest = leaving[node]; rest != 0; rest &= rest - 1) {
        used |= vls[node * SL_COUNT + Integer.numberOfTrailingZeros(rest)];
      }
      tally.vlMask |= used;
      int to = tree.next[node];
      if (to == Fabric.NONE) {
        continue;
      }
      int channel = tree.exit[node];
      dependencies.use(channel, used);
      if (target.isCa()) {
        tally.addPaths(channel, caThrough[node]);
      }
      caThrough[to] += caThrough[node];
      if (tree.exit[to] == Fabric.NONE) {
        continue;
      }
      int inputNumber = graph.peer[channel] - graph.firstPort[to];
      leave(tree, to, inputNumber, leaving[node]);
      if (tree.next[to] != Fabric.NONE) {
        depend(tree, node, to, inputNumber);
      }
    }
  }

  private void depend(DestinationTree tree, int node, int to, int inputNumber) {
    for (int sls = leaving[node]; sls != 0; sls &= sls - 1) {
      int sl = Integer.numberOfTrailingZeros(sls);
      int outputVl = slToVl.vl(to, inputNumber, tree.entry[to], sl);
      for (int rest = vls[node * SL_COUNT + sl]; rest != 0; rest &= rest - 1) {
        int inputVl = Integer.numberOfTrailingZeros(rest);
        tally.dependencies.depend(to, inputNumber, inputVl, tree.entry[to], outputVl);
      }
    }
  }

  /** The sender's own node or the first switch on its way that drops one of its SLs, or none. */
  @Override
  public int nodeThatDrops(int sender, DestinationTree tree) {
    int mask = sls[sender];
    if (injected(sender, mask) != mask) {
      return fabric.nodeOf(senders.ports[sender]);
    }
    int inputNumber = senders.entryNumber[sender];
    int node = senders.entrySwitch[sender];
    while (node != Fabric.NONE && tree.exit[node] != Fabric.NONE) {
      for (int rest = mask; rest != 0; rest &= rest - 1) {
        int sl = Integer.numberOfTrailingZeros(rest);
        if (slToVl.vl(node, inputNumber, tree.entry[node], sl) == SlToVl.DROP) {
          return node;
        }
      }
      inputNumber = fabric.portNumber(graph.peer[tree.exit[node]]);
      node = tree.next[node];
    }
    return Fabric.NONE;
  }

  private static int checkedSl(int sl, int sourceLid, int destinationLid) {
    if (sl < 0 || sl >= SL_COUNT) {
      throw new IllegalArgumentException(
          "the SL from LID " + sourceLid + " to LID " + destinationLid + " is " + sl);
    }
    return sl;
  }
}
