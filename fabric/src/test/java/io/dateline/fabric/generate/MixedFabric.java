package io.dateline.fabric.generate;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A tree and a torus that a few cables join: what routing chains are for. Names of nodes begin with
 * {@code tree-} and {@code torus-}, followed by those of the generators.
 */
public final class MixedFabric {
  /** Four leaves with four hosts each, below four roots. */
  public static final String TREE = "ftree:4,4:1,4";

  /** Rings of five, one host a switch. */
  public static final String TORUS = "torus:5x5:1";

  private static final int JOINTS = 3;
  private static final int SPARE_PORTS = 1;

  private MixedFabric() {}

  /** The whole. */
  public static Fabric whole() {
    return of(true, true);
  }

  /** One part by itself, or both. */
  public static Fabric of(boolean hasTree, boolean hasTorus) {
    return of(TREE, TORUS, hasTree, hasTorus);
  }

  /**
   * The same of other sizes.
   *
   * @param treeSpec of at least as many leaves as there are cables between the parts
   * @param torusSpec rings of at least as many
   */
  public static Fabric of(String treeSpec, String torusSpec, boolean hasTree, boolean hasTorus) {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric tree = TopologySpec.parse(treeSpec).generate();
    Fabric torus = TopologySpec.parse(torusSpec).generate();
    Fabric.NodeDraft[] ofTree = hasTree ? copy(tree, "tree-", 1L << 40, builder) : null;
    Fabric.NodeDraft[] ofTorus = hasTorus ? copy(torus, "torus-", 2L << 40, builder) : null;
    for (int joint = 0; hasTree && hasTorus && joint < JOINTS; joint++) {
      int leaf = node(tree, hostLeaf(tree, joint));
      int corner = node(torus, "sw_%d_%d_0".formatted(joint, joint));
      builder.link(
          ofTree[leaf],
          ofTree[leaf].portCount(),
          ofTorus[corner],
          ofTorus[corner].portCount(),
          tree.width(tree.peer(tree.endPorts()[tree.switchCount()])),
          tree.speed(tree.peer(tree.endPorts()[tree.switchCount()])));
    }
    return builder.build();
  }

  /** The name of the leaf of one host of every leaf in turn. */
  private static String hostLeaf(Fabric tree, int number) {
    return tree.description(
        IntStream.of(tree.endPorts())
            .filter(port -> !tree.isSwitch(tree.nodeOf(port)))
            .map(port -> tree.nodeOf(tree.peer(port)))
            .distinct()
            .sorted()
            .toArray()[number]);
  }

  private static Fabric.NodeDraft[] copy(
      Fabric from, String prefix, long offset, Fabric.Builder builder) {
    Fabric.NodeDraft[] drafts = new Fabric.NodeDraft[from.nodeCount()];
    for (int node = 0; node < drafts.length; node++) {
      int ports = from.externalPortCount(node) + (from.isSwitch(node) ? SPARE_PORTS : 0);
      drafts[node] =
          builder
              .node(from.type(node), from.nodeGuid(node) + offset, ports)
              .description(prefix + from.description(node));
      for (int number = 0; number <= from.externalPortCount(node); number++) {
        drafts[node].portGuid(number, from.portGuid(from.port(node, number)) + offset);
      }
    }
    for (int port = 0; port < from.portCount(); port++) {
      int peer = from.peer(port);
      if (peer > port) {
        builder.link(
            drafts[from.nodeOf(port)],
            from.portNumber(port),
            drafts[from.nodeOf(peer)],
            from.portNumber(peer),
            from.width(port),
            from.speed(port));
      }
    }
    return drafts;
  }

  /** The same with another name of a node. */
  public static Fabric renamed(Fabric fabric, String name, String other) {
    return changed(fabric, name, other, (one, two) -> true);
  }

  /** The same without the cables between two nodes. */
  public static Fabric without(Fabric fabric, String one, String two) {
    return changed(fabric, "", "", (from, to) -> !List.of(from, to).containsAll(List.of(one, two)));
  }

  private static Fabric changed(
      Fabric fabric, String name, String other, BiPredicate<String, String> isLinked) {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft[] drafts = new Fabric.NodeDraft[fabric.nodeCount()];
    for (int node = 0; node < drafts.length; node++) {
      String known = fabric.description(node);
      drafts[node] =
          builder
              .node(fabric.type(node), fabric.nodeGuid(node), fabric.externalPortCount(node))
              .description(known.equals(name) ? other : known);
      for (int number = 0; number <= fabric.externalPortCount(node); number++) {
        drafts[node].portGuid(number, fabric.portGuid(fabric.port(node, number)));
      }
    }
    for (int port = 0; port < fabric.portCount(); port++) {
      int peer = fabric.peer(port);
      if (peer > port
          && isLinked.test(
              fabric.description(fabric.nodeOf(port)), fabric.description(fabric.nodeOf(peer)))) {
        builder.link(
            drafts[fabric.nodeOf(port)],
            fabric.portNumber(port),
            drafts[fabric.nodeOf(peer)],
            fabric.portNumber(peer),
            fabric.width(port),
            fabric.speed(port));
      }
    }
    return builder.build();
  }

  /** A node by its name. */
  public static int node(Fabric fabric, String name) {
    return IntStream.range(0, fabric.nodeCount())
        .filter(node -> fabric.description(node).equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The torus-2QoS.conf of the torus. */
  public static String torusConf(Fabric fabric) {
    return torusConf(fabric, 5, 5, 1);
  }

  /** The same of another size. */
  public static String torusConf(Fabric fabric, int... sizes) {
    StringBuilder text = new StringBuilder("torus");
    for (int size : sizes) {
      text.append(' ').append(size);
    }
    for (int dimension = 0; dimension < sizes.length; dimension++) {
      if (sizes[dimension] > 1) {
        int[] at = new int[sizes.length];
        at[dimension] = 1;
        text.append(
            "\n%cp_link %s %s"
                .formatted(
                    'x' + dimension,
                    guid(fabric, "torus-sw_0_0_0"),
                    guid(fabric, "torus-sw_%d_%d_%d".formatted(at[0], at[1], at[2]))));
      }
    }
    return text.append('\n').toString();
  }

  /** The root_guid_file of the tree: those switches of it that have most hops to hosts. */
  public static String roots(Fabric fabric) {
    int[] hops = new int[fabric.switchCount()];
    Arrays.fill(hops, Fabric.NONE);
    IntArrayList reached = new IntArrayList();
    for (int port : fabric.endPorts()) {
      int at = fabric.switchAt(port);
      if (!fabric.isSwitch(fabric.nodeOf(port)) && hops[at] == Fabric.NONE) {
        hops[at] = 0;
        reached.add(at);
      }
    }
    for (int next = 0; next < reached.size(); next++) {
      int node = reached.getInt(next);
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        int other = peer == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(peer);
        if (other != Fabric.NONE && fabric.isSwitch(other) && hops[other] == Fabric.NONE) {
          hops[other] = hops[node] + 1;
          reached.add(other);
        }
      }
    }
    int most = Arrays.stream(hops).max().orElseThrow();
    return IntStream.range(0, fabric.switchCount())
        .filter(node -> hops[node] == most)
        .mapToObj(node -> Guid.format(fabric.nodeGuid(node)))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String guid(Fabric fabric, String name) {
    return Guid.format(fabric.nodeGuid(node(fabric, name)));
  }
}
