package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.SlToVl;

/**
 * Follows multicast packets along a tree. Any end port in scope may send to all the others, on any
 * of the tree's service levels: its packets go by every cable of the tree behind which there is
 * such a port, but never back to the switch they came from. A packet that is dropped (VL 15) on one
 * branch arrives on another, so lanes and dependencies are noted as far as packets get.
 *
 * <p>Where switches are joined by parallel cables a group takes one of them; all are noted.
 */
final class TreeWalk {
  private static final int SL_COUNT = 16;

  private final Fabric fabric;
  private final SwitchPorts graph;
  private final Senders senders;
  private final SlToVl slToVl;
  private final MulticastTree tree;
  private final TreeOrder shape;
  private final DependencyMatrix dependencies;
  private final int[] firstSender; // by switch, length switchCount+1
  private final int[] senderAt; // senders by the ranges of firstSender
  private final char[] vls; // by switch port * 16 + SL: mask of the VLs packets leave by it on
  private int drops;
  private int vlMask; // of all cables of the tree

  TreeWalk(JudgeInput input, MulticastTree tree, DependencyMatrix dependencies) {
    fabric = input.fabric;
    graph = input.graph;
    senders = input.senders;
    slToVl = new CheckedSlToVl(fabric, input.routing.slToVl());
    this.tree = tree;
    this.dependencies = dependencies;
    shape = new TreeOrder(fabric, graph, senders, tree);
    vls = new char[graph.portCount * SL_COUNT];
    firstSender = new int[graph.switchCount + 1];
    for (int node = 0; node < graph.switchCount; node++) {
      firstSender[node + 1] = firstSender[node] + senders.allAtSwitch[node];
    }
    senderAt = new int[firstSender[graph.switchCount]];
    int[] next = firstSender.clone();
    for (int sender = 0; sender < senders.count; sender++) {
      int entry = senders.entrySwitch[sender];
      if (entry != Fabric.NONE) {
        senderAt[next[entry]++] = sender;
      }
    }
  }

  /** Notes what packets of all groups do together. */
  TreeCoverage note(SwitchDistances search) {
    // What goes towards the root depends on what comes from below, and the rest on that.
    for (int i = shape.order.length - 1; i > 0; i--) {
      int node = shape.order[i];
      for (int port : tree.uplinks()[node]) {
        leave(node, port);
      }
    }
    for (int i = 1; i < shape.order.length; i++) {
      int node = shape.order[i];
      for (int port : tree.uplinks()[node]) {
        leave(shape.parent[node], graph.peer[port]);
      }
    }
    for (int node : shape.order) {
      for (int i = firstSender[node]; i < firstSender[node + 1]; i++) {
        meet(node, senderAt[i]);
      }
    }
    return new TreeCoverage(shape.order.length, missing(search), drops);
  }

  /** Mask of the VLs that packets are on, as {@link Verdict#vlMask}. */
  int vlMask() {
    return vlMask;
  }

  private int missing(SwitchDistances search) {
    int[] distances = search.to(tree.root());
    boolean[] spanned = new boolean[graph.switchCount];
    for (int node : shape.order) {
      spanned[node] = true;
    }
    int missing = 0;
    for (int node = 0; node < spanned.length; node++) {
      if (!spanned[node] && distances[node] != Fabric.NONE && senders.allAtSwitch[node] > 0) {
        missing++;
      }
    }
    return missing;
  }

  /** Packets leave a switch by a cable of the tree; all that come to it that way are known. */
  private void leave(int node, int out) {
    int to = graph.leadsTo[out];
    if (shape.sendersBeyond(node, to) == 0) {
      return;
    }
    for (int sl : tree.serviceLevels()) {
      for (int i = firstSender[node]; i < firstSender[node + 1]; i++) {
        if (isInjected(senderAt[i], sl)) {
          note(node, senders.entryNumber[senderAt[i]], out, sl, 0);
        }
      }
      for (int in = graph.firstPort[node] + 1; in < graph.firstPort[node + 1]; in++) {
        if (graph.leadsTo[in] != to && arriving(in, sl) != 0) {
          note(node, graph.numberOf(in), out, sl, arriving(in, sl));
        }
      }
    }
  }

  /** Mask of the VLs that packets come in by a port on. */
  private int arriving(int in, int sl) {
    return graph.leadsTo[in] < 0 ? 0 : vls[graph.peer[in] * SL_COUNT + sl];
  }

  private void note(int node, int inNumber, int out, int sl, int arriving) {
    int outNumber = graph.numberOf(out);
    int vl = slToVl.vl(node, inNumber, outNumber, sl);
    if (vl == SlToVl.DROP) {
      drops++;
      return;
    }
    vls[out * SL_COUNT + sl] |= (char) (1 << vl);
    vlMask |= 1 << vl;
    dependencies.use(out, 1 << vl);
    for (int rest = arriving; rest != 0; rest &= rest - 1) {
      dependencies.depend(node, inNumber, Integer.numberOfTrailingZeros(rest), outNumber, vl);
    }
  }

  /** Packets come out at an end port, and it sends its own. */
  private void meet(int node, int member) {
    int port = senders.ports[member];
    if (fabric.isSwitch(fabric.nodeOf(port))) {
      return; // no cable, no lane
    }
    for (int sl : tree.serviceLevels()) {
      drop(slToVl.vl(fabric.nodeOf(port), 0, fabric.portNumber(port), sl));
      int outNumber = senders.entryNumber[member];
      for (int i = firstSender[node]; i < firstSender[node + 1]; i++) {
        if (senderAt[i] != member && isInjected(senderAt[i], sl)) {
          drop(slToVl.vl(node, senders.entryNumber[senderAt[i]], outNumber, sl));
        }
      }
      for (int in = graph.firstPort[node] + 1; in < graph.firstPort[node + 1]; in++) {
        if (arriving(in, sl) != 0) {
          drop(slToVl.vl(node, graph.numberOf(in), outNumber, sl));
        }
      }
    }
  }

  private void drop(int vl) {
    if (vl == SlToVl.DROP) {
      drops++;
    } else {
      vlMask |= 1 << vl;
    }
  }

  private boolean isInjected(int sender, int sl) {
    int port = senders.ports[sender];
    int node = fabric.nodeOf(port);
    return fabric.isSwitch(node) || slToVl.vl(node, 0, fabric.portNumber(port), sl) != SlToVl.DROP;
  }
}
