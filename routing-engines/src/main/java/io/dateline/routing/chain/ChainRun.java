package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingOutcome.Refused;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.StepPlaces;
import io.dateline.routing.StepPlaces.NotRoutedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** One routing by a chain: has each step routed, and puts the tables together. Used once. */
final class ChainRun {
  private static final String CLOSED_TOGETHER = "the steps close a credit loop together, ";
  private static final String CLOSED_SOMEHOW =
      "credit loops are possible, for not each step's engine claims that none is; there is one ";

  private final RoutingRequest request;
  private final ChainOptions chain;
  private final StepEngines engines;
  private final int threads;
  private final StepPlaces others;
  private final Parts parts;
  private final EarlierTables earlier;

  private final List<Stage> stages = new ArrayList<>(); // in force, in the order of the steps
  private final List<Turn> turns = new ArrayList<>(); // all that have had theirs
  private final List<String> warnings = new ArrayList<>();
  private final Map<String, String> dumps = new LinkedHashMap<>();
  private ChainMemory memory;
  private boolean isClaimed = true; // by all that are in force: no credit loop can form
  private Routed first; // null until the first step is routed

  ChainRun(RoutingRequest request, StepEngines engines, int threads, StepPlaces others) {
    this.request = request;
    chain = request.options().chain();
    this.engines = engines;
    this.threads = threads;
    this.others = others;
    parts = new Parts(request.fabric(), request.lids(), chain);
    memory = request.memory().chain().withoutForce();
    earlier = new EarlierTables(request, parts, engines);
    warnings.addAll(parts.warnings());
  }

  /** Steps are routed at the same time, for none needs what another one makes. */
  ChainRouting routing() {
    RoutingOutcome outcome = outcome();
    return outcome instanceof Routed
        ? new ChainRouting(outcome, stages.stream().map(StepRouting::of).toList())
        : ChainRouting.without(outcome);
  }

  private RoutingOutcome outcome() {
    StepSpread spread =
        new StepSpread(others, parts, threads, this::routeOrFallBack, this::readTurns);
    List<List<Turn>> made = spread.turns(chain.ownSteps());
    for (List<Turn> place : made) {
      if (!take(place) && stages.isEmpty()) {
        warnings.addAll(spread.warnings());
        return new Refused(
            ChainEngine.NAME, String.join("; ", warnings), request.memory().with(memory));
      }
    }
    warnings.addAll(spread.warnings());
    return routed();
  }

  /** For another node, a step and what stands in for it. Empty where there is no such step. */
  Optional<byte[]> turnBytes(String requestDigest, long id) {
    return chain.ownSteps().stream()
        .filter(step -> step.id() == id)
        .findFirst()
        .map(step -> TurnBytes.of(requestDigest, routeOrFallBack(step)));
  }

  private List<Turn> readTurns(byte[] bytes, ChainOptions.Step step, String node)
      throws NotRoutedException {
    return TurnBytes.read(
        bytes, step, node, others.requestDigest(), new TurnBytes.Means(chain, parts, engines));
  }

  /** The turn of a step, and of those that might stand in for it until one does. Any thread. */
  private List<Turn> routeOrFallBack(ChainOptions.Step step) {
    List<Turn> place = new ArrayList<>();
    for (ChainOptions.Step next : chain.inTurn(step)) {
      if (place.isEmpty() || place.getLast().outcome() instanceof Refused) {
        place.add(route(next));
      }
    }
    return place;
  }

  private Turn route(ChainOptions.Step step) {
    long beginNs = System.nanoTime();
    Part part = parts.of(step);
    EngineMemory before = memory(step);
    RoutingRequest fresh =
        new RoutingRequest(part.fabric(), part.lids(), step.options(), null, before);
    RoutingOutcome outcome = engines.named(step.engine()).route(earlier.request(step, part, fresh));
    return new Turn(step, part, outcome, (System.nanoTime() - beginNs) / 1_000_000, Turn.HERE);
  }

  /** What the step was told again. */
  private EngineMemory memory(ChainOptions.Step step) {
    return request.memory().chain().memory(step.id());
  }

  /** Whether a step has been routed, or one that stands in for it. */
  private boolean take(List<Turn> place) {
    StringJoiner told = new StringJoiner("; ");
    for (Turn turn : place) {
      ChainOptions.Step step = turn.step();
      turns.add(turn);
      if (turn.part().isIdle()) {
        warnings.add(
            "%s serves no LID: its topology has none at its path-bit".formatted(step.words()));
      }
      switch (turn.outcome()) {
        case Refused refused -> {
          boolean hasLearnt = !refused.memory().equals(EngineMemory.NONE);
          remember(step, false, hasLearnt ? refused.memory() : memory(step));
          told.add("%s refused: %s".formatted(step.words(), refused.reason()));
        }
        case Routed routed -> {
          remember(step, true, routed.memory());
          take(new Stage(step, turn.part(), routed.routing()), routed);
          if (place.size() > 1) {
            warnings.add("%s; %s stands in".formatted(told, step.words()));
          }
          return true;
        }
      }
    }
    if (!parts.isFirst(place.getFirst().step())) {
      told.add("its part keeps the entries of the steps before it");
    }
    warnings.add(told.toString());
    return false;
  }

  /** A step that has refused at once each time leaves nothing to remember. */
  private void remember(ChainOptions.Step step, boolean isInForce, EngineMemory learnt) {
    if (isInForce || memory.step(step.id()).isPresent() || !learnt.equals(EngineMemory.NONE)) {
      memory = memory.with(step.id(), new ChainMemory.Step(step.engine(), isInForce, learnt));
    }
  }

  private void take(Stage stage, Routed routed) {
    if (stages.isEmpty()) {
      first = routed;
    }
    stages.add(stage);
    isClaimed &= routed.creditLoopFree();
    String name = stage.step().words();
    routed.warnings().forEach(warning -> warnings.add(name + ": " + warning));
    routed.dumps().forEach((file, text) -> dumps.put(StepFiles.name(stage.step(), file), text));
  }

  private RoutingOutcome routed() {
    Fabric fabric = request.fabric();
    dumps.put(StepFiles.CHAIN, StepTable.of(turns));
    ForwardingTables tables = first.routing().tables().copy(request.lids().maxLid(), threads);
    stages.subList(1, stages.size()).forEach(stage -> stage.part().write(tables(stage), tables));
    Routing routing = merged(request, tables, stages);
    Optional<String> loop = ChainLoop.find(fabric, request.lids(), routing, stages, parts, threads);
    if (isClaimed && loop.isPresent() && chain.refusesLoops()) {
      return new Refused(
          ChainEngine.NAME, CLOSED_TOGETHER + loop.get(), request.memory().with(memory));
    }
    loop.map((isClaimed ? CLOSED_TOGETHER : CLOSED_SOMEHOW)::concat).ifPresent(warnings::add);
    boolean isFree = isClaimed && loop.isEmpty();
    return new Routed(
        routing,
        isFree,
        warnings,
        dumps,
        request.memory().with(memory),
        first.leftOut(),
        first.partly());
  }

  private static ForwardingTables tables(Stage stage) {
    return stage.routing().tables();
  }

  /**
   * The routing of the whole.
   *
   * @param tables of the whole
   * @param stages in force, the first one first
   */
  static Routing merged(RoutingRequest request, ForwardingTables tables, List<Stage> stages) {
    if (stages.stream().noneMatch(Stage::hasLanes)) {
      Routing routing = Routing.singleLane(ChainEngine.NAME, tables);
      return stages.getFirst().routing().multicast().map(routing::withMulticast).orElse(routing);
    }
    PathSl levels = new ChainLevels(request.fabric(), request.lids(), tables, stages);
    SlToVl lanes = new ChainLanes(request.fabric(), stages);
    int vls = stages.stream().mapToInt(stage -> stage.routing().vlCount()).max().orElse(1);
    return new Routing(
        ChainEngine.NAME, tables, lanes, levels, vls, stages.getFirst().routing().multicast());
  }
}
