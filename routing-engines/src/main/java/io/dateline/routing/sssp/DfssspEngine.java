package io.dateline.routing.sssp;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.NodeListWarnings;
import io.dateline.routing.layers.DataVls;
import io.dateline.routing.layers.LayerAssignment;
import io.dateline.routing.layers.PathLayers;
import io.dateline.routing.sssp.LayeredTables.Choice;
import io.dateline.routing.sssp.LayeredTables.Filled;
import io.dateline.routing.sssp.ShortestTrees.Ties;
import io.dateline.routing.sssp.SsspEngine.Task;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Reference2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Routes as {@link SsspEngine}, and gives every path a layer, a virtual lane for its whole length,
 * so that no credit loop can form (J. Domke, T. Hoefler and W. Nagel, "Deadlock-Free Oblivious
 * Routing for Arbitrary Topologies", IPDPS 2011). The layer is the path's SL, and SLs are lanes.
 *
 * <p>Layers that were granted stand. So, once some were, entries of the tables of before stay that
 * are still on a shortest path, and paths stay in their layers unless that closes a loop; how many
 * had to leave is told. Otherwise tables are made in several ways, and those are taken that need
 * the fewest layers, of these the ones whose busiest channel carries least; {@link
 * LayeredTables.Choice#ORDERED} ones only where they balance no worse than tables by load do when
 * no LID is routed again, or others do not fit. Then paths are spread over the lanes that are not
 * needed, but for a few: there paths go that a fault moves.
 *
 * <p>Paths from and to switches are free of loops as well, where OpenSM looks at those between
 * adapters alone. Where there are too few lanes for that, and enough for adapters, they share the
 * first one: no claim is made then, and a warning tells.
 *
 * <p>Any thread may use an engine, several at the same time, too.
 */
public final class DfssspEngine extends ParallelEngine {
  public static final String NAME = "dfsssp";

  /**
   * Lanes that paths are not spread over. With fewer, one in some hundred faults finds no place for
   * a path, and all SLs are granted anew; with these no more SLs change than without spreading.
   */
  private static final int FREE_LANES = 2;

  private static final List<Class<?>> CLASSES =
      List.of(
          LayeredTables.class,
          SpanningTree.class,
          LayerMemory.class,
          IntArrays.class, // of the memory
          Reference2ObjectOpenHashMap.class); // of the memory

  /**
   * Tables with layers so far.
   *
   * @param most paths on a channel
   * @param mostOnce likewise, before LIDs were routed again if it was more then
   * @param fits whether one layer is enough
   * @param left paths between adapters that have no layer
   */
  private record Candidate(
      LayerAssignment layers, long most, long mostOnce, boolean fits, long left)
      implements Comparable<Candidate> {
    /** One that has a layer if one is enough. */
    static Candidate begun(RoutingRequest request, Filled filled) {
      LayerAssignment layers =
          new LayerAssignment(request.fabric(), request.lids(), filled.tables());
      boolean fits = layers.fitsOne();
      return new Candidate(
          layers, filled.most(), filled.mostOnce(), fits, fits ? 0 : Long.MAX_VALUE);
    }

    Candidate search(int lanes, boolean isPatient) {
      return new Candidate(layers, most, mostOnce, fits, layers.searchEssential(lanes, isPatient));
    }

    /** Better ones come first. */
    @Override
    public int compareTo(Candidate other) {
      int order = compareLayers(other);
      return order != 0 ? order : Long.compare(most, other.most);
    }

    int compareLayers(Candidate other) {
      return left != other.left
          ? Long.compare(left, other.left)
          : Integer.compare(layers.layers(), other.layers.layers());
    }
  }

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them; two are of
   * use. What it finds is the same for any number.
   */
  public DfssspEngine(int threads) {
    super(NAME, threads);
  }

  @Override
  public List<Class<?>> classes() {
    return classes(Task.CLASSES, LayerAssignment.CLASSES, CLASSES);
  }

  /**
   * Refuses a fabric without nodes, {@code qos} that is off, and paths between adapters that need
   * more layers than ports have data VLs.
   */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    if (request.fabric().nodeCount() == 0) {
      return refusedEmpty();
    }
    if (!request.options().lanes().qos()) {
      return refused(
          "qos is FALSE: the lanes of this engine would not be programmed; set qos to TRUE");
    }
    DataVls dataVls = DataVls.of(request.fabric(), request.options().lanes());
    int lanes = dataVls.betweenSwitches(); // cables to end ports are on no cycle
    Task task = Task.of(request);
    LayerMemory memory = request.memory().layers();
    if (!memory.isEmpty()) {
      LayerAssignment kept = kept(request, task, lanes, false);
      if (kept.searchOthers(lanes) == 0) {
        return routed(request, kept, true, kept.warning().stream().toList());
      }
    }
    Candidate best = best(request, task, lanes);
    if (best.left > 0) {
      return refused(tooFew(best.layers, lanes));
    }
    Optional<LayerAssignment> fitting =
        best.layers.searchOthers(lanes) == 0
            ? Optional.of(best.layers)
            : fitting(request, task, lanes);
    if (fitting.isEmpty()) {
      return shared(request, task, best.layers, lanes);
    }
    fitting.get().balance(lanes - FREE_LANES);
    return routed(request, fitting.get(), true, anew(memory, lanes));
  }

  private static List<String> anew(LayerMemory memory, int lanes) {
    return memory.isEmpty()
        ? List.of()
        : List.of(
            "paths do not fit into %d layers beside those that were granted: all SLs are granted anew"
                .formatted(lanes));
  }

  /** Tables all of whose paths fit, of those that are not the best for adapters alone. */
  private Optional<LayerAssignment> fitting(RoutingRequest request, Task task, int lanes) {
    List<Candidate> all = new ArrayList<>();
    for (Choice choice : Choice.values()) {
      all.addAll(each(begun(request, task, choice, Long.MAX_VALUE), c -> c.search(lanes, true)));
    }
    return best(all.stream().filter(c -> c.left == 0 && c.layers.searchOthers(lanes) == 0))
        .map(Candidate::layers);
  }

  /**
   * Where adapters have layers, and there are none for the rest: that keeps what it was granted, or
   * shares the first one.
   */
  private RoutingOutcome shared(
      RoutingRequest request, Task task, LayerAssignment layers, int lanes) {
    String needed = needed(layers, layers.searchOthers(LaneOptions.DATA_VLS_MAX));
    String warning =
        "%s layers are needed for all paths; data VLs that links between switches have and may use: %d. Paths between adapters alone are free of credit loops; some from or to switches' own ports share lanes with them, and loops can form with those"
            .formatted(needed, lanes);
    LayerMemory memory = request.memory().layers();
    if (!memory.isEmpty()) {
      LayerAssignment kept = kept(request, task, lanes, true);
      if (kept.searchEssential(lanes, true) == 0) {
        kept.shareFirst(lanes);
        List<String> told = Stream.concat(kept.warning().stream(), Stream.of(warning)).toList();
        return routed(request, kept, false, told);
      }
    }
    List<String> warnings = new ArrayList<>(anew(memory, lanes));
    layers.shareFirst(lanes);
    // The next routing would look whether all fit with others' layers changed. So does this one.
    LayerAssignment rearranged = kept(request, layers.tables(), layers.memory(), lanes, false);
    if (rearranged.searchOthers(lanes) == 0) {
      return routed(request, rearranged, true, warnings);
    }
    warnings.add(warning);
    return routed(request, layers, false, warnings);
  }

  private LayerAssignment kept(RoutingRequest request, Task task, int lanes, boolean isEssential) {
    LayerMemory memory = request.memory().layers();
    if (request.previous() != null) {
      ForwardingTables tables = LayeredTables.keeping(task, request.previous());
      return kept(request, tables, memory, lanes, isEssential);
    }
    List<LayerAssignment> all = new ArrayList<>();
    for (Choice choice : Choice.values()) {
      List<Filled> filled =
          new ArrayList<>(
              each(Arrays.asList(Ties.values()), ties -> LayeredTables.fresh(task, ties, choice)));
      filled.sort(Comparator.comparingLong(Filled::most)); // of equals the lighter one, as at first
      all.addAll(each(filled, f -> kept(request, f.tables(), memory, lanes, isEssential)));
      if (all.stream().anyMatch(kept -> kept.moved() == 0)) {
        break;
      }
    }
    return all.stream().min(Comparator.comparingLong(LayerAssignment::moved)).orElseThrow();
  }

  private static LayerAssignment kept(
      RoutingRequest request,
      ForwardingTables tables,
      LayerMemory memory,
      int lanes,
      boolean isEssential) {
    LayerAssignment layers = new LayerAssignment(request.fabric(), request.lids(), tables);
    layers.keep(memory, lanes, isEssential);
    return layers;
  }

  /** The best tables; those that need one layer, which cannot be bettered, are looked for first. */
  private Candidate best(RoutingRequest request, Task task, int lanes) {
    List<Candidate> balanced = begun(request, task, Choice.BALANCED, Long.MAX_VALUE);
    Optional<Candidate> single = best(balanced.stream().filter(Candidate::fits));
    if (single.isPresent()) {
      return single.get();
    }
    long least = balanced.stream().mapToLong(Candidate::mostOnce).min().orElseThrow();
    List<Candidate> light = begun(request, task, Choice.ORDERED, least);
    single = best(light.stream().filter(Candidate::fits));
    if (single.isPresent()) {
      return single.get();
    }
    Candidate best = best(each(balanced, c -> c.search(lanes, false)).stream()).orElseThrow();
    long most = best.left > 0 ? Long.MAX_VALUE : best.mostOnce();
    int fewer = best.left > 0 ? lanes : best.layers.layers() - 1; // more would not be taken
    List<Candidate> others = most > least ? begun(request, task, Choice.ORDERED, most) : light;
    Candidate found = fewest(best, each(others, c -> c.search(fewer, best.left == 0)));
    if (found.left == 0) {
      return found;
    }
    List<Candidate> once = begun(request, task, Choice.ONCE, Long.MAX_VALUE);
    return fewest(found, each(once, c -> c.search(lanes, false)));
  }

  /** One, unless others need fewer layers or leave fewer paths over. */
  private static Candidate fewest(Candidate one, List<Candidate> others) {
    return best(others.stream()).filter(c -> c.compareLayers(one) < 0).orElse(one);
  }

  private static Optional<Candidate> best(Stream<Candidate> candidates) {
    return candidates.min(Comparator.naturalOrder());
  }

  /** Whose load rules them out are given up: their layers would take longer than the tables. */
  private List<Candidate> begun(RoutingRequest request, Task task, Choice choice, long most) {
    return each(
            Arrays.asList(Ties.values()),
            ties ->
                LayeredTables.fresh(task, ties, choice, most)
                    .map(filled -> Candidate.begun(request, filled)))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Side by side, as far as there are threads. */
  private <T, R> List<R> each(List<T> items, Function<T, R> work) {
    return Slices.each(items, threads, work);
  }

  /** How many would do for paths between adapters, as far as VLs can be counted. */
  private static String tooFew(LayerAssignment layers, int lanes) {
    String needed = needed(layers, layers.searchEssential(LaneOptions.DATA_VLS_MAX, true));
    return "%s layers are needed; data VLs that links between switches have and may use: %d"
        .formatted(needed, lanes);
  }

  private static String needed(LayerAssignment layers, long left) {
    return left > 0 ? "more than " + LaneOptions.DATA_VLS_MAX : String.valueOf(layers.layers());
  }

  private static RoutingOutcome routed(
      RoutingRequest request, LayerAssignment layers, boolean isFree, List<String> warnings) {
    List<String> all =
        new ArrayList<>(NodeListWarnings.of(request.fabric(), request.options().trees()));
    all.addAll(warnings);
    return new RoutingOutcome.Routed(
        routing(layers.tables(), layers.pathLayers()),
        isFree,
        all,
        Map.of(),
        request.memory().with(request.memory().layers().with(layers.memory())));
  }

  private static Routing routing(ForwardingTables tables, PathLayers layers) {
    int highest = layers.highest();
    PathSl pathSl = highest == 0 ? PathSl.ZERO : layers;
    return new Routing(NAME, tables, SlToVl.IDENTITY, pathSl, highest + 1);
  }

  /** The layers that were granted say it all. */
  @Override
  public Optional<Routing> restore(
      Fabric fabric,
      LidMap lids,
      RoutingOptions options,
      ForwardingTables tables,
      EngineMemory memory) {
    return LayerAssignment.restored(fabric, lids, tables, memory.layers())
        .map(layers -> routing(tables, layers));
  }
}
