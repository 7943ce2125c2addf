package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.routing.balance.Destinations;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What is out of reach in a tree. */
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
      if (hasAdapters[node] && tree.graph().degree(node) > 0) {
        return Optional.of(
            "no links lead from a root to %s, which has adapters"
                .formatted(TreeRules.name(tree, node)));
      }
      warnings.add(
          "no links lead from a root to %s: it was left out".formatted(TreeRules.name(tree, node)));
    }
    return Optional.empty();
  }

  /** Two leaves without a path. */
  Optional<String> missing(Reach reach) {
    for (int from = 0; from < hasCompute.length; from++) {
      if (!hasCompute[from] || !tree.ranks().isRanked(from)) {
        continue;
      }
      byte[] row = reach.row(from);
      for (int to = 0; to < row.length; to++) {
        if (row[to] == Reach.NONE && hasCompute[to] && tree.ranks().isRanked(to)) {
          return Optional.of(
              "no path from %s to %s goes up and then down, and both have compute nodes"
                  .formatted(TreeRules.name(tree, from), TreeRules.name(tree, to)));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Warns of adapters that cannot send to others, one of the two being no compute node.
   *
   * @return the ports of those that are none
   */
  List<Integer> warn(Reach reach, ForwardingTables tables, List<String> warnings) {
    Set<Integer> partly = new TreeSet<>();
    Destinations destinations = tree.destinations();
    for (int from = 0; from < hasAdapters.length; from++) {
      if (!hasAdapters[from] || !tree.ranks().isRanked(from)) {
        continue;
      }
      byte[] row = reach.row(from);
      int count = 0;
      int example = Fabric.NONE;
      for (int to = 0; to < row.length; to++) {
        if (row[to] != Reach.NONE || !hasAdapters[to] || !tree.ranks().isRanked(to)) {
          continue;
        }
        for (int i = destinations.first[to]; i < destinations.first[to + 1]; i++) {
          if (destinations.kinds[i] != Destinations.Kind.SWITCH
              && tables.port(from, destinations.lids[i]) == ForwardingTables.NO_PORT) {
            count++;
            example = i;
            addWithoutCompute(from, i, partly);
          }
        }
      }
      if (count > 0) {
        warnings.add(
            "adapters at %s cannot send to %d others, among them %s"
                .formatted(
                    TreeRules.name(tree, from),
                    count,
                    Guid.format(tree.fabric().portGuid(destinations.ports[example]))));
      }
    }
    return List.copyOf(partly);
  }

  /** Of a pair that has no path the ends that are no compute nodes: one of them, at least. */
  private void addWithoutCompute(int from, int to, Set<Integer> partly) {
    Destinations destinations = tree.destinations();
    if (!destinations.isCompute(to)) {
      partly.add(destinations.ports[to]);
      return;
    }
    for (int i = destinations.first[from]; i < destinations.first[from + 1]; i++) {
      if (destinations.kinds[i] != Destinations.Kind.SWITCH && !destinations.isCompute(i)) {
        partly.add(destinations.ports[i]);
      }
    }
  }
}
