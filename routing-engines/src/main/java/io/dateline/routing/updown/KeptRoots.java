package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.TreeFrame;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.hops.GivenRoots;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import it.unimi.dsi.fastutil.longs.LongSets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The roots that updn and dnup go by: those that are remembered, for other roots after a fault
 * would move most paths.
 *
 * <p>To them come switches that are found beside them now, such as one that has taken a spine's
 * place: as far from the nearest adapter as they are, and next to none. They are given up where
 * none of them is there; where roots are found now that are above all of them, because when they
 * were found what is above was not there yet; and where no paths can be found with them.
 *
 * @param nodes switches, ascending
 * @param found those that {@link RootSearch} finds now
 * @param warnings sentences for the operator
 * @param memory what is to be remembered of it
 */
record KeptRoots(int[] nodes, int[] found, List<String> warnings, EngineMemory memory) {
  /** The operator's, of which nothing is remembered. */
  static KeptRoots given(GivenRoots roots) {
    return new KeptRoots(roots.nodes(), roots.nodes(), roots.warnings(), EngineMemory.NONE);
  }

  /** Those of a request without roots from the operator. */
  static KeptRoots of(RoutingRequest request, SwitchGraph graph, AdapterDistances distances) {
    RootSearch search = new RootSearch(graph, distances);
    BitSet found = search.find();
    TreeFrame tree = request.memory().tree();
    BitSet known = new BitSet();
    IntStream.range(0, graph.switchCount)
        .filter(node -> tree.roots().contains(request.fabric().nodeGuid(node)))
        .forEach(known::set);
    if (tree.roots().isEmpty()) {
      return anew(request, found, List.of());
    }
    if (known.isEmpty()) {
      return found.isEmpty()
          ? new KeptRoots(new int[0], new int[0], List.of(), request.memory())
          : anew(request, found, List.of(sentence(tree, "none of them is there")));
    }
    if (areAbove(found, known, search.heights())) {
      return anew(request, found, List.of(sentence(tree, "the tree has got others above them")));
    }
    known.or(besides(search, known, found));
    return remembered(request, known, found, tree.roots(), difference(request, known, found));
  }

  /** A sentence where others would be found: it may be that the first fabric was not complete. */
  private static List<String> difference(RoutingRequest request, BitSet known, BitSet found) {
    BitSet others = (BitSet) found.clone();
    others.andNot(known);
    if (others.isEmpty()) {
      return List.of();
    }
    Fabric fabric = request.fabric();
    int example = others.nextSetBit(0);
    return List.of(
        "the roots that are remembered are kept, though others would be found now (%d), among them switch %s \"%s\"; a reset of what engines remember would have them found"
            .formatted(
                others.cardinality(),
                Guid.format(fabric.nodeGuid(example)),
                fabric.description(example)));
  }

  private static String sentence(TreeFrame tree, String why) {
    return "the %d roots that are remembered are given up, and found anew: %s"
        .formatted(tree.roots().size(), why);
  }

  private static KeptRoots anew(RoutingRequest request, BitSet found, List<String> warnings) {
    return remembered(request, found, found, LongSets.EMPTY_SET, warnings);
  }

  private static KeptRoots remembered(
      RoutingRequest request, BitSet roots, BitSet found, LongSet others, List<String> warnings) {
    Fabric fabric = request.fabric();
    LongSet guids = new LongOpenHashSet(others);
    roots.stream().forEach(root -> guids.add(fabric.nodeGuid(root)));
    return new KeptRoots(
        roots.stream().toArray(),
        found.stream().toArray(),
        warnings,
        request.memory().with(request.memory().tree().withRoots(guids)));
  }

  private static boolean areAbove(BitSet found, BitSet known, int[] heights) {
    int highest = known.stream().map(node -> heights[node]).max().orElseThrow();
    return !found.isEmpty() && found.stream().allMatch(node -> heights[node] > highest);
  }

  /**
   * What is found now counts where it confirms what is remembered; where it does not, something is
   * broken, and only a tree tells what is beside its roots.
   */
  private static BitSet besides(RootSearch search, BitSet known, BitSet found) {
    BitSet besides = search.besides(known);
    BitSet confirmed = (BitSet) known.clone();
    confirmed.andNot(found);
    if (confirmed.isEmpty()) {
      int[] heights = search.heights();
      found.stream()
          .filter(node -> search.isApart(node, known))
          .filter(node -> known.stream().anyMatch(root -> heights[root] == heights[node]))
          .forEach(besides::set);
    }
    return besides;
  }

  /** Whether other roots are found now. */
  boolean differs() {
    return found.length > 0 && !Arrays.equals(nodes, found);
  }

  /**
   * Those that are found now.
   *
   * @param why what is wrong with these, with which not all paths are found
   */
  KeptRoots givenUp(RoutingRequest request, String why) {
    BitSet anew = new BitSet();
    Arrays.stream(found).forEach(anew::set);
    return anew(request, anew, List.of(sentence(request.memory().tree(), why)));
  }
}
