package io.dateline.routing.nue;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.cdg.LabelledList;
import io.dateline.routing.layers.DataVls;
import io.dateline.routing.nue.PathTree.Turns;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Routes any fabric without credit loops, with as many virtual lanes as there are, or with one.
 * Destinations are divided among the lanes ({@link GraphPartition}), and each lane has paths grown
 * over turns that close no cycle in its channel dependency graph ({@link LaneRouter}). Once all
 * have paths, those that came first are routed again: all of them on small fabrics. Switches send
 * and receive on these paths as well. LIDs that no cables lead to have no entry.
 *
 * <p>Where destinations have lanes from before, they stay there; and so do paths of the tables of
 * before that cables still lead along, of which turns close no cycle. Other paths are grown around
 * those ({@link StandingTree}).
 *
 * <p>The SL of a path is the lane of its destination. With one lane any SL will do.
 *
 * <p>Time grows with LIDs x channels; memory with channels, beside the tables. Any thread may use
 * an engine, several at the same time, too.
 */
public final class NueEngine extends ParallelEngine {
  public static final String NAME = "nue";

  /** LIDs x channels above which lanes are dealt to groups that do not see each other's loads. */
  private static final long WORTH_GROUPS = 10_000_000;

  private static final int GROUPS = 2;

  /** How often tables are gone on from until no path is led over a channel that has come. */
  private static final int ROUNDS_OF_ARRIVALS = 16;

  private static final List<Class<?>> CLASSES =
      List.of(
          DataVls.class,
          SwitchGraph.class,
          BreadthFirst.class,
          NueTask.class,
          GraphPartition.class,
          LongHeapPriorityQueue.class, // of partition and escape tree
          LanePlan.class,
          DestinationLanes.class,
          Centres.class,
          Centres.Passes.class,
          EscapeTree.class,
          TurnGraph.class,
          LabelledList.class, // of turns
          Rim.class,
          TreeShape.class,
          PathTree.class,
          Turns.class,
          LaneLids.class,
          LaneRouter.class,
          LaneGroup.class,
          SeededRandom.class, // of lanes
          GroupLane.class,
          GroupTree.class,
          PathLoads.class,
          LayerMemory.class,
          NueEngine.class);

  private final Partitioner metis;

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them; two are of
   * use. The tables are the same for any number.
   *
   * @param metis divides destinations where options ask for it; one that cannot leaves it to the
   *     built-in partition, with a warning
   */
  public NueEngine(int threads, Partitioner metis) {
    super(NAME, threads);
    this.metis = Objects.requireNonNull(metis);
  }

  @Override
  public List<Class<?>> classes() {
    return classes(Destinations.CLASSES, CLASSES);
  }

  /** Refuses nothing but a fabric without nodes. */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    if (request.fabric().nodeCount() == 0) {
      return refusedEmpty();
    }
    List<String> warnings = new ArrayList<>();
    int lanes = lanes(request.fabric(), request.options().lanes(), warnings);
    NueTask task = NueTask.of(request.fabric(), request.lids(), request.options());
    byte[][] remembered = request.memory().layers().layers(request.fabric(), request.lids());
    Optional<Partitioner> other =
        request.options().lanes().nueMetis() ? Optional.of(metis) : Optional.empty();
    int before = request.memory().layers().highest() + 1;
    LanePlan plan = LanePlan.of(task, remembered, before, lanes, other, warnings);
    ForwardingTables tables =
        new ForwardingTables(task.channels().switchCount, task.lids().maxLid());
    List<Centres> centres = centres(plan, threads);
    fill(tables, plan, centres, plan.isKept() ? request.previous() : null, threads);
    Routing unicast = routing(tables, plan.byLid());
    return new RoutingOutcome.Routed(
        GroupLane.tree(plan, centres, tables, threads).map(unicast::withMulticast).orElse(unicast),
        true,
        warnings,
        Map.of(),
        plan.remember(request.fabric(), request.memory()));
  }

  /** SLs are the lanes that are remembered. */
  @Override
  public Optional<Routing> restore(
      Fabric fabric,
      LidMap lids,
      RoutingOptions options,
      ForwardingTables tables,
      EngineMemory memory) {
    return DestinationLanes.remembered(fabric, lids, memory.layers())
        .map(lanes -> routing(tables, lanes));
  }

  /** Lanes and tables lead to the tree, as they did before. */
  @Override
  public Optional<Routing> restoreTree(
      Fabric fabric, LidMap lids, RoutingOptions options, Routing routing, EngineMemory memory) {
    return fabric.switchCount() == 0
        ? Optional.of(routing)
        : DestinationLanes.remembered(fabric, lids, memory.layers())
            .map(lanes -> LanePlan.of(NueTask.of(fabric, lids, options), lanes))
            .flatMap(
                plan -> GroupLane.tree(plan, centres(plan, threads), routing.tables(), threads))
            .map(routing::withMulticast);
  }

  private static Routing routing(ForwardingTables tables, DestinationLanes lanes) {
    return lanes.used() == 1
        ? Routing.singleLane(NAME, tables)
        : new Routing(NAME, tables, SlToVl.IDENTITY, lanes, lanes.used());
  }

  /**
   * Fills the tables lane by lane.
   *
   * @param previous tables that paths stay as in, or null
   */
  private static void fill(
      ForwardingTables tables,
      LanePlan plan,
      List<Centres> centres,
      ForwardingTables previous,
      int threads) {
    NueTask task = plan.task();
    boolean isWorthGroups =
        (long) task.lids().maxLid() * task.channels().channelCount > WORTH_GROUPS
            && plan.used() > 1;
    int groups = isWorthGroups ? GROUPS : 1;
    List<LaneGroup> all =
        IntStream.range(0, groups)
            .mapToObj(group -> new LaneGroup(plan, centres, group, groups, tables))
            .toList();
    if (previous == null) {
      Slices.each(
          all,
          threads,
          group -> {
            group.route();
            return group;
          });
    }
    mend(all, task.channels(), previous, tables, threads);
  }

  /**
   * Goes on from tables, and from what comes of it as long as paths are led over channels that none
   * was led over: turns of paths that were left are free then. Without tables of before it goes on
   * from what was just routed, for that may have left channels, too. So the next routing of the
   * same fabric changes nothing.
   */
  private static void mend(
      List<LaneGroup> groups,
      SwitchGraph channels,
      ForwardingTables previous,
      ForwardingTables tables,
      int threads) {
    ForwardingTables from = previous == null ? tables : previous;
    BitSet came = Arrivals.unused(channels, from);
    boolean isDone = previous == null && came.isEmpty();
    for (int round = 0; !isDone && round < ROUNDS_OF_ARRIVALS; round++) {
      ForwardingTables present = from;
      BitSet empty = came;
      boolean hasMoved =
          Slices.each(groups, threads, group -> group.mend(present, empty)).contains(true);
      came = Arrivals.unused(channels, tables);
      empty.flip(0, channels.channelCount); // those that were in use
      isDone = !hasMoved && !came.intersects(empty);
      from = tables;
    }
  }

  /** By lane; they do not depend on each other. */
  private static List<Centres> centres(LanePlan plan, int threads) {
    return flat(
        Slices.map(
            plan.used(),
            threads,
            (from, to) ->
                IntStream.range(from, to)
                    .mapToObj(lane -> Centres.of(plan.task().channels(), plan.weights(lane)))
                    .toList()));
  }

  private static <T> List<T> flat(List<List<T>> slices) {
    return slices.stream().flatMap(List::stream).toList();
  }

  private static int lanes(Fabric fabric, LaneOptions options, List<String> warnings) {
    DataVls vls = DataVls.of(fabric, options);
    int available = vls.betweenSwitches(); // cables to end ports are on no cycle
    int wanted = options.nueVls() == 0 ? available : options.nueVls();
    if (wanted > 1 && !options.qos()) {
      warnings.add(
          "nue_max_num_vls asks for %s virtual lanes, but qos is FALSE: one lane is used"
              .formatted(options.nueVls() == 0 ? "all" : options.nueVls()));
      return 1;
    }
    if (wanted > available) {
      warnings.add(
          "nue_max_num_vls asks for %d virtual lanes, but only %d are on all links: they are used"
              .formatted(wanted, available));
    }
    return Math.min(wanted, available);
  }
}
