package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import java.util.List;
import java.util.Optional;

/** Who is out of reach in a tree. */
final class Coverage {
  private final Tree tree;
  private final boolean[] hasCompute; // by switch
  private final boolean[] hasAdapters; // by switch

  Coverage(Tree tree) {
    this.tree = tree;
    hasCompute = new boolean[tree.switchCount()];
    hasAdapters = new boolean[tree.switchCount()];
    Destinations destinations = tree.destinations();
    for (int i = 0; i < destinations.count; i++) {
      hasCompute[destinations.homes[i]] |= destinations.isCompute(i);
      hasAdapters[destinations.homes[i]] |= destinations.kinds[i] != Destinations.Kind.SWITCH;
    }
  }

  /**
   * A switch with adapters that is joined to other switches and to no root. Alone it is left out,
   * as OpenSM leaves out every switch without a rank.
   */
  Optional<String> unranked(List<String> warnings) {
    for (int node = 0; node < hasAdapters.length; node++) {
      if (tree.ranks().isRanked(node)) {
        continue;
      }
      if (hasAdapters[node] && tree.links().distinctNeighbours(node).length > 0) {
        return Optional.of(
            "no links lead from a root to %s, which has adapters"
                .formatted(TreeRules.name(tree, node)));
      }
      warnings.add(
          "no links lead from a root to %s: it was left out".formatted(TreeRules.name(tree, node)));
    }
    return Optional.empty();
  }

  /** A pair of switches without a path, one of which has compute nodes and the other adapters. */
  Optional<String> missing(Reach reach) {
    for (int from = 0; from < hasAdapters.length; from++) {
      if (!hasAdapters[from] || !tree.ranks().isRanked(from)) {
        continue;
      }
      byte[] row = reach.row(from);
      for (int to = 0; to < row.length; to++) {
        if (row[to] == Reach.NONE
            && tree.ranks().isRanked(to)
            && hasAdapters[to]
            && (hasCompute[from] || hasCompute[to])) {
          return Optional.of(
              "no path from %s to %s goes up and then down, and compute nodes are there"
                  .formatted(TreeRules.name(tree, from), TreeRules.name(tree, to)));
        }
      }
    }
    return Optional.empty();
  }

  /** Warns of adapters that are no compute nodes and are not routed to each other. */
  void warn(ForwardingTables tables, List<String> warnings) {
    Destinations destinations = tree.destinations();
    for (int i = 0; i < destinations.count; i++) {
      if (destinations.kinds[i] == Destinations.Kind.SWITCH
          || destinations.isCompute(i)
          || !tree.ranks().isRanked(destinations.homes[i])) {
        continue;
      }
      int count = 0;
      int example = Fabric.NONE;
      for (int from = 0; from < hasAdapters.length; from++) {
        if (hasAdapters[from]
            && tree.ranks().isRanked(from)
            && tables.port(from, destinations.lids[i]) == ForwardingTables.NO_PORT) {
          count++;
          example = from;
        }
      }
      if (count > 0) {
        warnings.add(
            "%d switches have no route to %s, which is no compute node; among them %s"
                .formatted(
                    count,
                    Guid.format(tree.fabric().portGuid(destinations.ports[i])),
                    TreeRules.name(tree, example)));
      }
    }
  }
}
