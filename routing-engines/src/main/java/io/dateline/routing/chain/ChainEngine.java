package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RequestDigest;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.StepPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * NVIDIA's routing chains: engines route one after the other, the first one the whole fabric, each
 * other one a part. Of each switch and LID that several steps serve, the last one's entry counts.
 *
 * <p>Packets cannot go round. Where a step has set the entry of a switch to a LID, its engine has a
 * way from there within the part, so it has set the entries of all switches on that way; and those
 * are still its own, or a later step's. So along a path the steps of the entries never go back, and
 * as long as they stay the same the path is one of a single engine's, which has no circle. It ends
 * at the LID, for so does the way of the last step on it.
 *
 * <p>That no credit loop can form does not follow in the same way: dependencies of paths in a part
 * and of paths through it add up. So it is claimed only where all engines claim it, and a proof of
 * the whole ({@link ChainLoop}) confirms it.
 */
public final class ChainEngine extends ParallelEngine {
  public static final String NAME = "chain";

  private final StepEngines engines;

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them.
   *
   * @param engines of the steps
   */
  public ChainEngine(int threads, StepEngines engines) {
    super(NAME, threads);
    this.engines = engines;
  }

  /** Refuses where there is no chain, and where the first step and its fallbacks refuse. */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    return routeBySteps(request).outcome();
  }

  @Override
  public RoutingOutcome route(RoutingRequest request, StepPlaces others) {
    return routeBySteps(request, others).outcome();
  }

  /** The same, and what each step has made. */
  public ChainRouting routeBySteps(RoutingRequest request) {
    return routeBySteps(request, StepPlaces.NONE);
  }

  private ChainRouting routeBySteps(RoutingRequest request, StepPlaces others) {
    if (request.fabric().nodeCount() == 0) {
      return ChainRouting.without(refusedEmpty());
    }
    if (request.options().chain().steps().isEmpty()) {
      return ChainRouting.without(refused("rch_policy_file is not given: there is no chain"));
    }
    return new ChainRun(request, engines, threads, others).routing();
  }

  /**
   * What another node asks for: a step, and what stands in for it, as {@link StepPlaces.Asked} has
   * them.
   *
   * @param requestDigest {@link RequestDigest} of the request, which takes its time
   * @param step its id
   * @return empty where the chain has no such step
   */
  public Optional<byte[]> routeStep(RoutingRequest request, String requestDigest, long step) {
    return request.options().chain().steps().isEmpty()
        ? Optional.empty()
        : new ChainRun(request, engines, threads, StepPlaces.NONE).turnBytes(requestDigest, step);
  }

  /** Nothing where other steps made the tables than the options have. */
  @Override
  public Optional<Routing> restore(
      Fabric fabric,
      LidMap lids,
      RoutingOptions options,
      ForwardingTables tables,
      EngineMemory memory) {
    if (options.chain().steps().isEmpty()) {
      return Optional.empty();
    }
    Parts parts = new Parts(fabric, lids, options.chain());
    List<Stage> stages = new ArrayList<>();
    for (ChainOptions.Step step : options.chain().steps()) {
      Optional<ChainMemory.Step> known =
          memory
              .chain()
              .step(step.id())
              .filter(ChainMemory.Step::isInForce)
              .filter(one -> one.engine().equals(step.engine()));
      if (known.isPresent()) {
        Part part = parts.of(step);
        Optional<Routing> restored =
            engines
                .named(step.engine())
                .restore(
                    part.fabric(),
                    part.lids(),
                    step.options(),
                    parts.isFirst(step) ? tables : part.read(tables),
                    known.get().memory());
        if (restored.isEmpty()) {
          return Optional.empty();
        }
        stages.add(new Stage(step, part, restored.get()));
      }
    }
    long inForce =
        memory.chain().steps().values().stream().filter(ChainMemory.Step::isInForce).count();
    boolean isWhole =
        stages.size() == inForce && inForce > 0 && parts.isFirst(stages.getFirst().step());
    RoutingRequest request = new RoutingRequest(fabric, lids, options, null, memory);
    return isWhole ? Optional.of(ChainRun.merged(request, tables, stages)) : Optional.empty();
  }
}
