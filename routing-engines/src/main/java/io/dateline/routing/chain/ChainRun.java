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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One routing by a chain: has each step routed, and puts the tables together. Used once. */
final class ChainRun {
  private final RoutingRequest request;
  private final ChainOptions chain;
  private final StepEngines engines;
  private final int threads;
  private final Parts parts;
  private final EarlierTables earlier;

  private final List<Stage> stages = new ArrayList<>(); // in force, in the order of the steps
  private final List<String> warnings = new ArrayList<>();
  private final Map<String, String> dumps = new LinkedHashMap<>();
  private ChainMemory memory;
  private boolean isClaimed = true; // by all that are in force: no credit loop can form
  private Routed first; // null until the first step is routed

  ChainRun(RoutingRequest request, StepEngines engines, int threads) {
    this.request = request;
    chain = request.options().chain();
    this.engines = engines;
    this.threads = threads;
    parts = new Parts(request.fabric(), request.lids(), chain);
    memory = request.memory().chain().withoutForce();
    earlier = new EarlierTables(request, parts, engines);
  }

  RoutingOutcome outcome() {
    for (ChainOptions.Step step : chain.steps()) {
      if (step.fallbackTo() == 0 && !routeOrFallBack(step) && stages.isEmpty()) {
        return new Refused(
            ChainEngine.NAME, String.join("; ", warnings), request.memory().with(memory));
      }
    }
    return routed();
  }

  /** The steps that are in force, after {@link #outcome}. */
  List<Stage> stages() {
    return stages;
  }

  /** Whether a step has been routed, or one that stands in for it. */
  private boolean routeOrFallBack(ChainOptions.Step step) {
    Optional<String> reason = route(step);
    if (reason.isEmpty()) {
      return true;
    }
    String told = "%s refused: %s".formatted(step.words(), reason.get());
    for (ChainOptions.Step other : chain.steps()) {
      if (other.fallbackTo() == step.id()) {
        Optional<String> also = route(other);
        if (also.isEmpty()) {
          warnings.add("%s; %s stands in".formatted(told, other.words()));
          return true;
        }
        told = "%s; %s refused: %s".formatted(told, other.words(), also.get());
      }
    }
    warnings.add(
        parts.isFirst(step) ? told : told + "; its part keeps the entries of the steps before it");
    return false;
  }

  /** Why a step was not routed; nothing if it is. */
  private Optional<String> route(ChainOptions.Step step) {
    Part part = parts.of(step);
    if (part.isIdle()) {
      warnings.add(
          "%s serves no LID: its topology has none at its path-bit".formatted(step.words()));
    }
    EngineMemory before = memory.memory(step.id());
    RoutingRequest fresh =
        new RoutingRequest(part.fabric(), part.lids(), step.options(), null, before);
    RoutingOutcome outcome = engines.named(step.engine()).route(earlier.request(step, part, fresh));
    return switch (outcome) {
      case Refused refused -> {
        EngineMemory learnt =
            refused.memory().equals(EngineMemory.NONE) ? before : refused.memory();
        remember(step, false, learnt);
        yield Optional.of(refused.reason());
      }
      case Routed routed -> {
        remember(step, true, routed.memory());
        take(new Stage(step, part, routed.routing()), routed);
        yield Optional.empty();
      }
    };
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
    ForwardingTables tables = first.routing().tables().copy(request.lids().maxLid(), threads);
    stages.subList(1, stages.size()).forEach(stage -> stage.part().write(tables(stage), tables));
    Routing routing = merged(request, tables, stages);
    boolean isFree = false;
    if (isClaimed) {
      Optional<String> loop = ChainLoop.find(fabric, request.lids(), routing, stages, threads);
      if (loop.isPresent() && chain.refusesLoops()) {
        return new Refused(ChainEngine.NAME, loop.get(), request.memory().with(memory));
      }
      loop.ifPresent(warnings::add);
      isFree = loop.isEmpty();
    }
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
