package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.hops.HopMatrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Looks for paths and layers that are few: several rules for the paths, several orders in which
 * pairs are packed, and packings packed again. Of those with the fewest layers the one is taken
 * whose busiest cables carry the fewest paths.
 *
 * <p>Rules that spread paths are tried first. Where they take more than half of the lanes,
 * dimensions are looked for though it was not asked for: the lanes that are left are where paths go
 * that a fault moves. Only where nothing fits into the lanes, paths are drawn to the middle of the
 * fabric: they need the fewest layers, and load some cables many times as much.
 *
 * <p>How much is tried is bounded by counting, not by time, so that every node finds the same.
 */
final class LashSearch {
  /** More than any port has lanes. */
  private static final int LAYERS_MAX = 16;

  private static final long SEARCHES = 400_000; // that a packing is packed again with

  /**
   * What was found.
   *
   * @param packing the best one; with more layers than there are lanes where nothing fits, and
   *     empty where {@link #countedMost} are not enough
   * @param mesh how switches are cabled, if that was looked at and found
   */
  record Found(Optional<Packing> packing, Optional<Mesh> mesh) {}

  private final Fabric fabric;
  private final SwitchGraph graph;
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
  LashSearch(
      Fabric fabric, SwitchGraph graph, Steps steps, int[] adapters, int lanes, int threads) {
    this.fabric = fabric;
    this.graph = graph;
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
    Optional<Mesh> mesh = analysesMesh ? MeshAnalysis.of(steps) : Optional.empty();
    Optional<Packing> best = spread(mesh);
    if (!analysesMesh && best.map(this::isTight).orElse(true)) {
      mesh = MeshAnalysis.of(steps);
      best = better(best, mesh.flatMap(found -> best(ordered(found))));
    }
    if (best.isEmpty()) {
      best = central();
    }
    return new Found(best, mesh);
  }

  /**
   * How many layers are tried to say how many are missing. With one lane the operator has to look
   * for another engine, or to let lanes be used, however many it were; to count them may take long.
   */
  static int countedMost(int lanes) {
    return lanes == 1 ? 2 : LAYERS_MAX;
  }

  /** Whether a packing leaves few lanes for what faults will move. */
  private boolean isTight(Packing packing) {
    return packing.layerCount() > Math.max(1, lanes / 2);
  }

  /** By rules that spread paths. */
  private Optional<Packing> spread(Optional<Mesh> mesh) {
    Trees seen = TreeRule.firstSeen(steps).grow(threads);
    List<Supplier<Packing>> first = new ArrayList<>();
    first.add(() -> pack(seen, PairOrder.longestFirst(steps, seen), lanes));
    first.add(() -> pack(seen, PairOrder.byNumber(steps, seen), lanes));
    mesh.ifPresent(found -> first.addAll(ordered(found)));
    Optional<Packing> best = best(first);
    int most = best.map(Packing::layerCount).orElse(lanes);
    if (best.isPresent() && most == 1) {
      return best;
    }
    Trees unique = TreeRule.unique(steps, fabric).grow(threads);
    List<Supplier<Packing>> second = new ArrayList<>();
    best.ifPresent(packing -> second.add(() -> packAgain(packing)));
    second.add(
        () -> packTwice(unique, PairOrder.longestFirst(steps, unique), lanes == 1 ? 1 : most + 1));
    return best(second);
  }

  /** Along one dimension after the other, in several orders of pairs. */
  private List<Supplier<Packing>> ordered(Mesh mesh) {
    DimensionOrder order = new DimensionOrder(steps, mesh);
    Trees trees = order.grow(HopMatrix.of(graph, threads), threads);
    return Stream.<Supplier<int[]>>of(
            () -> order.byRings(trees),
            () -> PairOrder.byNumber(steps, trees),
            () -> order.byPlaces(trees))
        .map(pairs -> (Supplier<Packing>) () -> packTwice(trees, pairs.get(), lanes + 2))
        .toList();
  }

  /** A packing that takes a little too many layers may take fewer when it is packed again. */
  private Packing packTwice(Trees trees, int[] pairs, int most) {
    Packing packing = pack(trees, pairs, most);
    Packing again = packing == null ? null : packAgain(packing);
    return again == null || again.layerCount() > lanes ? null : again;
  }

  /** By the rule that takes the fewest layers. */
  private Optional<Packing> central() {
    Trees trees = TreeRule.central(steps, fabric, middle()).grow(threads);
    int[] pairs = PairOrder.longestFirst(steps, trees);
    Packing packing = pack(trees, pairs, countedMost(lanes));
    boolean isNear = packing != null && packing.layerCount() <= lanes + 2;
    return Optional.ofNullable(isNear ? packAgain(packing) : packing);
  }

  private Packing pack(Trees trees, int[] pairs, int most) {
    return Packing.of(steps, trees, pairs, most);
  }

  private Packing packAgain(Packing packing) {
    return Repacking.of(steps, packing, SEARCHES);
  }

  /** The better one of two, the first one of equals; either may be missing. */
  private Optional<Packing> better(Optional<Packing> one, Optional<Packing> other) {
    return Stream.of(one, other).flatMap(Optional::stream).min(order());
  }

  /** The best of some packings, those left out that are null; the first of equals. */
  private Optional<Packing> best(List<Supplier<Packing>> packings) {
    return Slices.each(packings, threads, Supplier::get).stream()
        .filter(Objects::nonNull)
        .min(order());
  }

  private Comparator<Packing> order() {
    return Comparator.comparingInt(Packing::layerCount)
        .thenComparingLong(packing -> loads.most(packing.trees));
  }

  /** The switch from which it is the least far to all others. */
  private int middle() {
    HopMatrix hops = HopMatrix.of(graph, threads);
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
