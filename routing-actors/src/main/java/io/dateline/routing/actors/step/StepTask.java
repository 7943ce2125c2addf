package io.dateline.routing.actors.step;

import io.dateline.routing.OptionsDigest;
import io.dateline.routing.RequestDigest;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.StepPlaces.NotRoutedException;
import io.dateline.routing.actors.entity.RoutingMessage;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.chain.ChainEngine;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * A step that another node is to route.
 *
 * @param generation of the fabric
 * @param step its id
 * @param options {@link OptionsDigest}
 * @param isFresh whether no tables of before are to be respected
 * @param request {@link RequestDigest} of all that the step depends on
 */
public record StepTask(long generation, long step, String options, boolean isFresh, String request)
    implements RoutingMessage {
  /**
   * What a node routes with.
   *
   * @param generations of the node
   * @param engines by name
   * @param options by their digest; nothing where the node has others
   * @param computing runs what takes its time
   */
  public record Means(
      Generations generations,
      Function<String, Optional<RoutingEngine>> engines,
      Function<String, Optional<RoutingOptions>> options,
      Executor computing) {}

  /**
   * What the step comes to on this node. Takes its time.
   *
   * @param found what this node has read of the generation
   * @throws NotRoutedException if this node knows something else than the one that asks
   */
  byte[] run(Optional<FabricGeneration> found, Means means) throws NotRoutedException {
    Optional<RoutingOptions> known = means.options().apply(options);
    Optional<RoutingEngine> engine = means.engines().apply(ChainEngine.NAME);
    if (found.isEmpty()) {
      throw new NotRoutedException("it has not read of this fabric yet");
    }
    if (known.isEmpty()) {
      throw new NotRoutedException("it has other options than the master");
    }
    if (engine.isEmpty() || !(engine.get() instanceof ChainEngine chain)) {
      throw new NotRoutedException("it has no such engine");
    }
    FabricGeneration subnet = found.get();
    RoutingRequest own =
        isFresh
            ? new RoutingRequest(subnet.fabric(), subnet.lids(), known.get(), null, subnet.memory())
            : means.generations().request(subnet, ChainEngine.NAME, known.get());
    if (!RequestDigest.of(own).equals(request)) {
      throw new NotRoutedException("it has not read all that the master has, or something else");
    }
    return chain
        .routeStep(own, request, step)
        .orElseThrow(() -> new NotRoutedException("its chain has no such step"));
  }
}
