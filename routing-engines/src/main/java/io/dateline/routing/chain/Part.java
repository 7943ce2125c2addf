package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.NodeType;
import io.dateline.routing.ChainOptions;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * The part of a fabric that a step routes, as a fabric by itself: the topology's switches, cables
 * between those of their ports that are in it, and ports of adapters that are in it and cabled to
 * them. A port has its number and its LIDs there. A switch without any cable of the topology is in
 * it, too.
 *
 * <p>The first step has all LIDs of its end ports. Another one has one of each, by its path bit.
 * Switches that have no LID there keep their first one, so that engines know them; but the step
 * does not {@linkplain #serves serve} it.
 */
final class Part {
  private final Fabric whole;
  private final Fabric fabric;
  private final LidMap lids;
  private final BitSet served; // LIDs
  private final int[] inner; // by node of the whole: its index here, or NONE
  private final int[] outer; // by node here: its index in the whole
  private final BitSet inside = new BitSet(); // ports of the whole that are here

  private Part(Fabric whole, Fabric fabric, LidMap lids, BitSet served) {
    this.whole = whole;
    this.fabric = fabric;
    this.lids = lids;
    this.served = served;
    inner = new int[whole.nodeCount()];
    Arrays.fill(inner, Fabric.NONE);
    outer = new int[fabric.nodeCount()];
    for (int node = 0; node < outer.length; node++) {
      outer[node] = whole.nodeByGuid(fabric.nodeGuid(node));
      inner[outer[node]] = node;
    }
    for (int port = 0; port < whole.portCount(); port++) {
      inside.set(port, port(port) != Fabric.NONE);
    }
  }

  /** The part of the first step. */
  static Part first(Fabric whole, LidMap lids) {
    BitSet all = new BitSet();
    Arrays.stream(lids.usedLids()).forEach(all::set);
    return new Part(whole, whole, lids, all);
  }

  /**
   * The part of a step that is not the first one.
   *
   * @param topology nothing for the whole fabric
   */
  static Part of(Fabric whole, LidMap all, Optional<Members> topology, ChainOptions.Step step) {
    Fabric fabric = topology.map(members -> extract(whole, members)).orElse(whole);
    LidMap.Builder lids = new LidMap.Builder(fabric);
    BitSet served = new BitSet();
    for (int port : fabric.endPorts()) {
      int original = original(whole, fabric, port);
      int count = all.lidCount(original);
      if (count > step.pathBit()) {
        int lid = all.baseLid(original) + step.pathBit();
        lids.assign(port, lid, 0);
        served.set(lid);
      } else if (count > 0 && fabric.isSwitch(fabric.nodeOf(port))) {
        lids.assign(port, all.baseLid(original), 0);
      }
    }
    return new Part(whole, fabric, lids.build(), served);
  }

  /**
   * Ports of a topology, as the groups have them.
   *
   * @param switchPorts by index in the whole; those of other nodes do not count
   * @param adapterPorts likewise
   */
  record Members(BitSet switchPorts, BitSet adapterPorts) {}

  private static Fabric extract(Fabric whole, Members members) {
    Fabric.Builder builder = new Fabric.Builder();
    BitSet switchPorts = members.switchPorts();
    for (int node = 0; node < whole.switchCount(); node++) {
      int first = switchPorts.nextSetBit(whole.port(node, 0));
      if (first >= 0 && whole.nodeOf(first) == node) {
        copy(whole, node, builder);
      }
    }
    for (int port = switchPorts.nextSetBit(0); port >= 0; port = switchPorts.nextSetBit(port + 1)) {
      int peer = whole.peer(port);
      if (!whole.isSwitch(whole.nodeOf(port)) || peer == Fabric.NONE) {
        continue;
      }
      boolean isCable = whole.isSwitch(whole.nodeOf(peer));
      if (isCable ? port <= peer && switchPorts.get(peer) : members.adapterPorts().get(peer)) {
        link(whole, port, peer, builder);
      }
    }
    return builder.build();
  }

  private static void link(Fabric whole, int port, int peer, Fabric.Builder builder) {
    builder.link(
        draft(whole, whole.nodeOf(port), builder),
        whole.portNumber(port),
        draft(whole, whole.nodeOf(peer), builder),
        whole.portNumber(peer),
        whole.width(port),
        whole.speed(port));
  }

  private static Fabric.NodeDraft draft(Fabric whole, int node, Fabric.Builder builder) {
    Fabric.NodeDraft there = builder.find(whole.nodeGuid(node));
    return there == null ? copy(whole, node, builder) : there;
  }

  private static Fabric.NodeDraft copy(Fabric whole, int node, Fabric.Builder builder) {
    int count = whole.externalPortCount(node);
    NodeType type = whole.type(node);
    Fabric.NodeDraft copy =
        builder
            .node(type, whole.nodeGuid(node), count)
            .systemImageGuid(whole.systemImageGuid(node))
            .description(whole.description(node))
            .vendorId(whole.vendorId(node))
            .deviceId(whole.deviceId(node))
            .enhancedPort0(whole.hasEnhancedPort0(node));
    for (int number = 0; number <= count; number++) {
      int port = whole.port(node, number);
      copy.portGuid(number, whole.portGuid(port))
          .lid(number, whole.foundLid(port), whole.foundLmc(port))
          .dataVls(number, whole.dataVls(port));
    }
    return copy;
  }

  private static int original(Fabric whole, Fabric fabric, int port) {
    int node = whole.nodeByGuid(fabric.nodeGuid(fabric.nodeOf(port)));
    return whole.port(node, fabric.portNumber(port));
  }

  Fabric fabric() {
    return fabric;
  }

  LidMap lids() {
    return lids;
  }

  /** Whether it serves nothing. */
  boolean isIdle() {
    return served.isEmpty();
  }

  /** Whether there are LIDs of switches that it does not serve. */
  boolean hasForeignLids() {
    return lids.usedLids().length > served.cardinality();
  }

  int servedCount() {
    return served.cardinality();
  }

  /** Whether it sets entries to a LID. */
  boolean serves(int lid) {
    return served.get(lid);
  }

  /** The node's index here, or {@link Fabric#NONE}. */
  int node(int outerNode) {
    return inner[outerNode];
  }

  /** The index here of a port of the whole, or {@link Fabric#NONE} if no cable here is at it. */
  int port(int outerPort) {
    int node = inner[whole.nodeOf(outerPort)];
    if (node == Fabric.NONE) {
      return Fabric.NONE;
    }
    int number = whole.portNumber(outerPort);
    int port = fabric.port(node, number);
    boolean isThere = (fabric.isSwitch(node) && number == 0) || fabric.peer(port) != Fabric.NONE;
    return isThere ? port : Fabric.NONE;
  }

  /** Whether a switch's entry leads somewhere within the part. */
  boolean leadsInside(int outerNode, int number) {
    return number <= whole.externalPortCount(outerNode)
        && inside.get(whole.port(outerNode, number));
  }

  /** Writes the step's entries over those that are there. */
  void write(ForwardingTables made, ForwardingTables all) {
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = served.nextSetBit(0); lid >= 0; lid = served.nextSetBit(lid + 1)) {
        int port = made.port(node, lid);
        if (port != ForwardingTables.NO_PORT) {
          all.set(outer[node], lid, port);
        }
      }
    }
  }

  /**
   * Of tables of the whole those entries of the part's switches to LIDs that it serves that lead
   * somewhere within it.
   */
  ForwardingTables read(ForwardingTables all) {
    ForwardingTables some = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = served.nextSetBit(0); lid >= 0; lid = served.nextSetBit(lid + 1)) {
        int port = all.port(outer[node], lid);
        if (port != ForwardingTables.NO_PORT && leadsInside(outer[node], port)) {
          some.set(node, lid, port);
        }
      }
    }
    return some;
  }

  /**
   * Removes what {@link #read} returns of tables of the whole from those of another part.
   *
   * @return whether there were any
   */
  boolean erase(Part other, ForwardingTables tables) {
    boolean isErased = false;
    for (int node = 0; node < tables.switchCount(); node++) {
      int outerNode = other.outer[node];
      if (inner[outerNode] == Fabric.NONE) {
        continue;
      }
      for (int lid = served.nextSetBit(0); lid >= 0; lid = served.nextSetBit(lid + 1)) {
        if (leadsInside(outerNode, tables.port(node, lid))) {
          tables.set(node, lid, ForwardingTables.NO_PORT);
          isErased = true;
        }
      }
    }
    return isErased;
  }
}
