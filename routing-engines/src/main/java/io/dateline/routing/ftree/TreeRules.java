package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.NodeType;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.Destinations;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What OpenSM asks of a fabric before it routes it as a fat-tree; a broken rule is a sentence. */
final class TreeRules {
  private static final int TREE_RANK_MIN = 2;
  private static final int TREE_RANK_MAX = 8;

  private TreeRules() {}

  /** Rules that need no ranks. */
  static Optional<String> beforeRanking(Fabric fabric, LidMap lids, TreeOptions options) {
    if (fabric.switchCount() < 2) {
      return Optional.of(
          "a fat-tree has at least 2 switches, this fabric has " + fabric.switchCount());
    }
    for (int port : fabric.endPorts()) {
      if (lids.lidCount(port) > 1) {
        return Optional.of(
            "LMC > 0 is not supported, and port %s has LMC %d"
                .formatted(Guid.format(fabric.portGuid(port)), lids.lmc(port)));
      }
    }
    if (isEmpty(options.cnGuids())) {
      return Optional.of("the list of compute nodes (cn_guid_file) has no GUIDs");
    }
    if (isEmpty(options.ioGuids())) {
      return Optional.of("the list of I/O nodes (io_guid_file) has no GUIDs");
    }
    return adapters(fabric);
  }

  private static boolean isEmpty(Optional<List<Long>> guids) {
    return guids.isPresent() && guids.orElseThrow().isEmpty();
  }

  private static Optional<String> adapters(Fabric fabric) {
    int adapters = 0;
    for (int node = fabric.switchCount(); node < fabric.nodeCount(); node++) {
      if (fabric.type(node) != NodeType.CA) {
        continue;
      }
      adapters++;
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE && fabric.type(fabric.nodeOf(peer)) == NodeType.CA) {
          return Optional.of(
              "adapters %s and %s are cabled to each other"
                  .formatted(
                      Guid.format(fabric.nodeGuid(node)),
                      Guid.format(fabric.nodeGuid(fabric.nodeOf(peer)))));
        }
      }
    }
    return adapters < 2
        ? Optional.of("a fat-tree has at least 2 channel adapters, this fabric has " + adapters)
        : Optional.empty();
  }

  /** Rules about ranks, which hold for damaged trees, too. */
  static Optional<String> ofRanks(Tree tree, int leafRank) {
    if (leafRank == Ranks.UNRANKED) {
      return Optional.of("there is no compute node at a switch that is joined to a root");
    }
    int treeRank = leafRank + 1;
    if (treeRank < TREE_RANK_MIN || treeRank > TREE_RANK_MAX) {
      return Optional.of(
          "the tree has rank %d, roots and leaves included; it should be from %d to %d"
              .formatted(treeRank, TREE_RANK_MIN, TREE_RANK_MAX));
    }
    Destinations destinations = tree.destinations();
    for (int i = 0; i < destinations.count; i++) {
      int node = destinations.homes[i];
      if (destinations.isCompute(i) && tree.ranks().isRanked(node) && tree.rank(node) != leafRank) {
        return Optional.of(
            "all compute nodes have to be at leaves of rank %d, but %s is at %s of rank %d"
                .formatted(
                    leafRank,
                    Guid.format(tree.fabric().portGuid(destinations.ports[i])),
                    name(tree, node),
                    tree.rank(node)));
      }
    }
    return Optional.empty();
  }

  /** Rules of a pure tree, which the first switch of each rank sets for the others. */
  static Optional<String> ofPureTree(Tree tree, int leafRank) {
    int[] models = new int[tree.ranks().max + 1];
    Arrays.fill(models, Fabric.NONE);
    for (int node = 0; node < tree.switchCount(); node++) {
      if (!tree.ranks().isRanked(node)) {
        continue;
      }
      int rank = tree.rank(node);
      if (models[rank] == Fabric.NONE) {
        models[rank] = node;
      }
      Optional<String> broken = compare(tree, models[rank], node, rank == leafRank);
      if (broken.isPresent()) {
        return broken;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> compare(Tree tree, int model, int node, boolean isLeaf) {
    PortGroups groups = tree.groups();
    int ups = groups.parentsEnd(node) - groups.first[node];
    int modelUps = groups.parentsEnd(model) - groups.first[model];
    if (ups != modelUps) {
      return differ(tree, "up groups", model, modelUps, node, ups);
    }
    for (int group = groups.first[node]; group < groups.parentsEnd(node); group++) {
      int modelSize = groups.size(groups.first[model]);
      if (groups.size(group) != modelSize) {
        return differ(tree, "ports in an up group", model, modelSize, node, groups.size(group));
      }
    }
    if (isLeaf) {
      return Optional.empty(); // adapters may be missing
    }
    int downs = downGroups(tree, node);
    int modelDowns = downGroups(tree, model);
    if (downs != modelDowns) {
      return differ(tree, "down groups", model, modelDowns, node, downs);
    }
    for (int group = groups.firstChild[node]; group < groups.first[node + 1]; group++) {
      if (groups.firstChild[model] == groups.first[model + 1]) {
        return differ(tree, "down groups to switches", model, 0, node, 1);
      }
      int modelSize = groups.size(groups.firstChild[model]);
      if (groups.size(group) != modelSize) {
        return differ(tree, "ports in a down group", model, modelSize, node, groups.size(group));
      }
    }
    return Optional.empty();
  }

  /** Groups to switches below and ports to adapters. */
  private static int downGroups(Tree tree, int node) {
    int found = tree.groups().first[node + 1] - tree.groups().firstChild[node];
    Fabric fabric = tree.fabric();
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      if (peer != Fabric.NONE && fabric.type(fabric.nodeOf(peer)) == NodeType.CA) {
        found++;
      }
    }
    return found;
  }

  private static Optional<String> differ(
      Tree tree, String what, int model, int modelCount, int node, int count) {
    return Optional.of(
        "switches of rank %d differ in their number of %s: %s has %d, %s has %d"
            .formatted(
                tree.rank(node), what, name(tree, model), modelCount, name(tree, node), count));
  }

  /** A switch as refusals name it. */
  static String name(Tree tree, int node) {
    Fabric fabric = tree.fabric();
    return "switch %s \"%s\""
        .formatted(Guid.format(fabric.nodeGuid(node)), fabric.description(node));
  }
}
