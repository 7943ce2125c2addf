package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.hops.HopMatrix;
import io.dateline.routing.hops.SwitchLinks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Looks for paths and layers that are few: several rules for the paths, several orders in which
 * pairs are packed, and packings packed again. Of those with the fewest layers the one is taken
 * whose busiest cables carry the fewest paths.
 *
 * <p>Rules that spread paths are tried first. Only where none of them fits into the lanes that
 * there are, dimensions are looked for though nobody has asked for it, and paths drawn to the
 * middle of the fabric: they need the fewest layers, and load some cables many times as much.
 *
 * <p>How much is tried is bounded by counting, not by time, so that every node finds the same.
 */
final class LayerSearch {
  /** Enough to say how many layers are missing. */
  private static final int LAYERS_MAX = 32;

  private static final long SEARCHES = 1_500_000; // that a rule's packings are packed again with

  /**
   * What was found.
   *
   * @param packing as it was packed; more layers than were asked for where nothing fits
   * @param mesh how switches are cabled, if that was looked at and found
   */
  record Found(Packing packing, Optional<Mesh> mesh) {}

  private final Fabric fabric;
  private final SwitchLinks links;
  private final Steps steps;
  private final Loads loads;
  private final int lanes;
  private final int threads;

  /**
   * A search.
   *
   * @param adapters by switch, how many end ports but its own it has
   * @param lanes that there are, at least 1
   */
  LayerSearch(
      Fabric fabric, SwitchLinks links, Steps steps, int[] adapters, int lanes, int threads) {
    this.fabric = fabric;
    this.links = links;
    this.steps = steps;
    this.lanes = lanes;
    this.threads = threads;
    loads = new Loads(steps, adapters);
  }

  /**
   * Searches.
   *
   * @param analysesMesh whether dimensions are looked for in any case
   */
  Found search(boolean analysesMesh) {
    List<Candidate> spread = new ArrayList<>();
    Optional<Mesh> mesh = analysesMesh ? MeshAnalysis.of(steps) : Optional.empty();
    mesh.map(this::ordered).ifPresent(spread::add);
    spread.add(Candidate.of(steps, TreeRule.firstSeen(steps)));
    spread.add(Candidate.of(steps, TreeRule.unique(steps, fabric)));
    Optional<Packing> best = best(spread, lanes);
    if (best.isEmpty() && !analysesMesh) {
      mesh = MeshAnalysis.of(steps);
      best = mesh.map(this::ordered).flatMap(candidate -> best(List.of(candidate), lanes));
    }
    if (best.isEmpty()) {
      best = best(List.of(Candidate.of(steps, TreeRule.central(steps, fabric, middle()))), lanes);
    }
    if (best.isEmpty()) {
      best =
          best(List.of(Candidate.of(steps, TreeRule.central(steps, fabric, middle()))), LAYERS_MAX);
    }
    return new Found(best.orElseThrow(), mesh);
  }

  private Candidate ordered(Mesh mesh) {
    DimensionOrder order = new DimensionOrder(steps, mesh);
    Trees trees = order.grow(HopMatrix.of(links, threads), threads);
    return new Candidate(ignored -> trees, List.of(order::pairs, Candidate.longestFirst(steps)));
  }

  /**
   * Trees, and the orders in which pairs are packed.
   *
   * @param trees by the number of threads
   */
  private record Candidate(Function<Integer, Trees> trees, List<Function<Trees, int[]>> orders) {
    static Candidate of(Steps steps, TreeRule rule) {
      return new Candidate(
          rule::grow, List.of(longestFirst(steps), trees -> PairOrder.byNumber(steps, trees)));
    }

    static Function<Trees, int[]> longestFirst(Steps steps) {
      return trees -> PairOrder.longestFirst(steps, trees);
    }
  }

  private Optional<Packing> best(List<Candidate> candidates, int most) {
    return Slices.map(
            candidates.size(),
            threads,
            (from, to) ->
                candidates.subList(from, to).stream()
                    .map(candidate -> pack(candidate, most))
                    .toList())
        .stream()
        .flatMap(List::stream)
        .flatMap(Optional::stream)
        .min(
            Comparator.comparingInt(Packing::layerCount)
                .thenComparingLong(packing -> loads.most(packing.trees))); // the first of equals
  }

  private Optional<Packing> pack(Candidate candidate, int most) {
    Trees trees = candidate.trees.apply(threads);
    Packing best = null;
    for (Function<Trees, int[]> order : candidate.orders) {
      if (best == null || best.layerCount() > 1) {
        int bound = best == null ? most : best.layerCount() - 1;
        Packing packing = Packing.of(steps, trees, order.apply(trees), bound);
        best = packing == null ? best : packing;
      }
    }
    return Optional.ofNullable(best).map(packing -> Repacking.of(steps, packing, SEARCHES));
  }

  /** The switch from which it is the least far to all others. */
  private int middle() {
    HopMatrix hops = HopMatrix.of(links, threads);
    int best = 0;
    long least = Long.MAX_VALUE;
    for (int node = 0; node < steps.switches; node++) {
      long sum = 0;
      for (byte distance : hops.row(node)) {
        sum += distance & 0xFF;
      }
      if (sum < least) {
        least = sum;
        best = node;
      }
    }
    return best;
  }
}
