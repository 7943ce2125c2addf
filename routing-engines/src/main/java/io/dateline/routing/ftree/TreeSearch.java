package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.TreeFrame;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.Destinations;
import it.unimi.dsi.fastutil.longs.Long2IntMaps;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what tree a fabric is: from the roots that are given; or else from the levels that are
 * remembered, or from the adapters.
 *
 * <p>Nothing is learnt but from a tree that is pure, for damage makes switches seem to be at levels
 * where they are not. If the fabric is pure by what is remembered, that is right: adapters that are
 * off, such as all those of some leaves, would tell another tree. If it is not, but pure counted
 * from the adapters, it was built anew. Otherwise it is damaged, and what is remembered holds.
 */
final class TreeSearch {
  /** What was found. */
  sealed interface Outcome {}

  /**
   * A tree.
   *
   * @param warnings sentences for the operator
   * @param memory what is to be remembered of it
   */
  record Found(
      Tree tree, int leafRank, Coverage coverage, List<String> warnings, EngineMemory memory)
      implements Outcome {}

  /**
   * None that can be routed.
   *
   * @param reason the rule that is broken, and by which switches
   */
  record NoTree(String reason) implements Outcome {}

  /**
   * A fabric with ranks.
   *
   * @param outOfRange what rules about ranks say against it
   * @param impure what says that it is no pure tree
   * @param unranked what says that an adapter is out of reach of the roots
   */
  private record Ranked(
      Tree tree,
      int leafRank,
      Coverage coverage,
      List<String> warnings,
      Optional<String> outOfRange,
      Optional<String> impure,
      Optional<String> unranked) {
    /** Why it cannot be routed by these ranks. */
    Optional<String> broken() {
      return outOfRange.or(() -> unranked);
    }

    Optional<String> brokenOrImpure() {
      return outOfRange
          .or(() -> impure.map(rule -> "not a pure fat-tree, and no roots are given: " + rule))
          .or(() -> unranked);
    }

    int level(int node) {
      return tree.ranks().isRanked(node) ? leafRank - tree.rank(node) : Fabric.NONE;
    }
  }

  private final Fabric fabric;
  private final TreeOptions options;
  private final EngineMemory memory;
  private final SwitchGraph graph;
  private final Destinations destinations;

  TreeSearch(RoutingRequest request) {
    fabric = request.fabric();
    options = request.options().trees();
    memory = request.memory();
    graph = new SwitchGraph(fabric);
    destinations = new Destinations(fabric, request.lids(), options);
  }

  Outcome find() {
    if (options.rootGuids().isPresent()) {
      List<String> warnings = new ArrayList<>();
      Ranked given =
          ranked(Ranks.fromGiven(fabric, graph, options.rootGuids().get(), warnings), true);
      warnings.addAll(given.warnings);
      return given
          .broken()
          .<Outcome>map(NoTree::new)
          .orElseGet(() -> found(given, warnings, EngineMemory.NONE));
    }
    RememberedLevels remembered = new RememberedLevels(fabric, graph, destinations, memory.tree());
    int[] roots = remembered.roots();
    Ranked kept = roots.length == 0 ? null : ranked(Ranks.from(graph, roots), true);
    if (kept != null && kept.brokenOrImpure().isEmpty()) {
      List<String> warnings = new ArrayList<>(kept.warnings);
      warnings.addAll(remembered.warnings());
      return found(kept, warnings, learnt(memory.tree(), remembered, kept));
    }
    Ranked anew = ranked(Ranks.fromAdapters(fabric, graph), false);
    if (anew.brokenOrImpure().isEmpty()) {
      return foundAnew(anew);
    }
    String reason = anew.brokenOrImpure().get();
    if (kept == null) {
      return new NoTree(reason);
    }
    return kept.broken()
        .<Outcome>map(
            rule -> new NoTree("%s; by the levels that are remembered: %s".formatted(reason, rule)))
        .orElseGet(() -> foundDamaged(remembered, kept));
  }

  private Ranked ranked(Ranks ranks, boolean areRootsKnown) {
    Tree tree = new Tree(fabric, graph, ranks, new PortGroups(fabric, graph, ranks), destinations);
    int leafRank = Leaves.rank(tree, areRootsKnown);
    Coverage coverage = new Coverage(tree);
    List<String> warnings = new ArrayList<>();
    Optional<String> outOfRange = TreeRules.ofRanks(tree, leafRank);
    return new Ranked(
        tree,
        leafRank,
        coverage,
        warnings,
        outOfRange,
        outOfRange.isPresent() ? Optional.empty() : TreeRules.ofPureTree(tree, leafRank),
        outOfRange.isPresent() ? Optional.empty() : coverage.unranked(warnings));
  }

  private static Found found(Ranked ranked, List<String> warnings, EngineMemory memory) {
    return new Found(ranked.tree, ranked.leafRank, ranked.coverage, warnings, memory);
  }

  /** The tree is whole, but not as it is remembered: what is remembered was another one. */
  private Found foundAnew(Ranked anew) {
    TreeFrame before = memory.tree();
    List<Integer> others = new ArrayList<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      int level = before.level(fabric.nodeGuid(node));
      if (level != Fabric.NONE && level != anew.level(node)) {
        others.add(node);
      }
    }
    List<String> warnings = new ArrayList<>(anew.warnings);
    if (!others.isEmpty()) {
      int example = others.getFirst();
      warnings.add(
          "the tree is another one than remembered, and that is given up: %d switches have moved, among them %s from level %d to %d"
              .formatted(
                  others.size(),
                  TreeRules.name(anew.tree, example),
                  before.level(fabric.nodeGuid(example)),
                  anew.level(example)));
      before = before.withLevels(Long2IntMaps.EMPTY_MAP);
    }
    return found(anew, warnings, learnt(before, null, anew));
  }

  private Found foundDamaged(RememberedLevels remembered, Ranked kept) {
    List<String> warnings = new ArrayList<>(kept.warnings);
    kept.impure.ifPresent(
        rule ->
            warnings.add(
                "not a pure fat-tree any more, routed by the levels that are remembered: " + rule));
    warnings.addAll(remembered.warnings());
    Long2IntOpenHashMap levels = new Long2IntOpenHashMap(memory.tree().levels());
    remembered.moved().forEach(node -> levels.remove(fabric.nodeGuid(node)));
    return found(kept, warnings, memory.with(memory.tree().withLevels(levels)));
  }

  /**
   * What is remembered, with the levels of switches that it does not know, or that have moved.
   *
   * @param remembered that ranks are by, or null
   */
  private EngineMemory learnt(TreeFrame before, RememberedLevels remembered, Ranked pure) {
    Long2IntOpenHashMap levels = new Long2IntOpenHashMap(before.levels());
    for (int node = 0; node < fabric.switchCount(); node++) {
      int level = pure.level(node);
      if (level >= 0 && (remembered == null || !remembered.isKnown(node))) {
        levels.put(fabric.nodeGuid(node), level);
      }
    }
    return memory.with(before.withLevels(levels));
  }
}
