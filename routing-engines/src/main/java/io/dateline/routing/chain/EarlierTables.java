package io.dateline.routing.chain;

import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.Optional;

/**
 * What steps go on from: each from the entries of its part that it has set itself. Where a later
 * step has set some over them, those are not known. What the engine makes of the part when it knows
 * nothing of before stands for them: then nothing changes as long as nothing does.
 */
final class EarlierTables {
  private final ForwardingTables previous; // may be null
  private final ChainMemory memory;
  private final ChainOptions chain;
  private final Parts parts;
  private final StepEngines engines;

  EarlierTables(RoutingRequest request, Parts parts, StepEngines engines) {
    previous = request.previous();
    memory = request.memory().chain();
    chain = request.options().chain();
    this.parts = parts;
    this.engines = engines;
  }

  /**
   * The request with the tables that the step should go on from, if there are any.
   *
   * @param fresh without tables
   */
  RoutingRequest request(ChainOptions.Step step, Part part, RoutingRequest fresh) {
    if (previous == null || !isRespected(step)) {
      return fresh;
    }
    ForwardingTables own =
        parts.isFirst(step) ? previous.copy(previous.maxLid(), 1) : part.read(previous);
    boolean hasGaps = part.hasForeignLids();
    for (ChainOptions.Step other : chain.steps()) {
      if (placeOf(other) > placeOf(step) && isInForce(other)) {
        hasGaps |= parts.of(other).erase(part, own);
      }
    }
    RoutingEngine engine = engines.named(step.engine());
    RoutingRequest first = new RoutingRequest(fresh.fabric(), fresh.lids(), fresh.options(), null);
    if (hasGaps && engine.route(first) instanceof RoutingOutcome.Routed made) {
      fill(own, made.routing().tables());
    }
    return new RoutingRequest(fresh.fabric(), fresh.lids(), fresh.options(), own, fresh.memory());
  }

  private static void fill(ForwardingTables own, ForwardingTables made) {
    for (int node = 0; node < own.switchCount(); node++) {
      for (int lid = 0; lid <= own.maxLid(); lid++) {
        if (own.port(node, lid) == ForwardingTables.NO_PORT) {
          own.set(node, lid, made.port(node, lid));
        }
      }
    }
  }

  /** Tables that no chain made are the first step's to go on from, and no other's. */
  private boolean isRespected(ChainOptions.Step step) {
    if (memory.steps().values().stream().noneMatch(ChainMemory.Step::isInForce)) {
      return parts.isFirst(step);
    }
    Optional<ChainMemory.Step> maker =
        chain.steps().stream()
            .filter(other -> placeOf(other) == placeOf(step) && isInForce(other))
            .flatMap(other -> memory.step(other.id()).stream())
            .findFirst();
    return maker.isPresent() && engines.areRespected(step.engine(), maker.get().engine());
  }

  private boolean isInForce(ChainOptions.Step step) {
    return memory.step(step.id()).filter(ChainMemory.Step::isInForce).isPresent();
  }

  /** The id of the step itself, or of the one that it stands in for. */
  private static long placeOf(ChainOptions.Step step) {
    return step.fallbackTo() == 0 ? step.id() : step.fallbackTo();
  }
}
