package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.registry.Repathing;
import io.dateline.routing.torus.TorusEngine;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Has a sweep go on with what an engine has computed, and tells what the engine warns of. */
final class Adoption {
  /** Of an engine; more are counted. */
  private static final int WARNINGS_MAX = 50;

  private final Consumer<String> warn;

  Adoption(Consumer<String> warn) {
    this.warn = warn;
  }

  /** The sweep goes on with what an engine has computed. */
  void adopt(
      SubnetState state,
      HeavySweep sweep,
      RoutingEngineBehavior.Computed computed,
      ComputedRouting kept) {
    sweep.digest = computed.digest();
    sweep.routingMillis = computed.millis();
    if (!sweep.cached && isAfterTorus(state, sweep)) {
      Repathing.warnings(computed.engine(), sweep.subnet.memory()).forEach(warn);
    }
    Repathing.warning(
            computed.engine(), Optional.ofNullable(state.active()).map(RoutingPlanned::engine))
        .ifPresent(warn);
    tellWarnings(computed.engine(), kept.warnings());
    sweep.routing = kept.routing();
    sweep.memory = withLearnt(kept.memory(), sweep.learnt);
    sweep.isMended = kept.isMended();
    sweep.makers = Set.copyOf(kept.makers().values());
    sweep.creditLoopFree = kept.creditLoopFree();
    sweep.layersTold = null;
  }

  private void tellWarnings(String engine, List<String> warnings) {
    warnings.stream().limit(WARNINGS_MAX).forEach(warning -> warn.accept(engine + ": " + warning));
    if (warnings.size() > WARNINGS_MAX) {
      warn.accept("%s: %d more warnings".formatted(engine, warnings.size() - WARNINGS_MAX));
    }
  }

  /**
   * What the engine that routed was told is from before the refusal, and what was learnt stands. An
   * engine that asks for nothing does not depend on it.
   */
  private static EngineMemory withLearnt(EngineMemory memory, EngineMemory learnt) {
    return learnt == null || memory.equals(EngineMemory.NONE)
        ? memory
        : memory.with(learnt.torus());
  }

  /**
   * Whether torus-2QoS would have been next, or was last; once it is left behind, that is known.
   */
  private static boolean isAfterTorus(SubnetState state, HeavySweep sweep) {
    boolean wasLast = state.planned() != null && state.planned().engine().equals(TorusEngine.NAME);
    return wasLast
        || sweep.refusals.stream().anyMatch(refusal -> refusal.engine().equals(TorusEngine.NAME));
  }
}
