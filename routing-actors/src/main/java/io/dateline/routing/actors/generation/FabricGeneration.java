package io.dateline.routing.actors.generation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.TopologyId;
import java.util.Objects;

/**
 * A fabric as one heavy sweep found it, and the LIDs it was given.
 *
 * @param number grows with every generation, across masters and restarts
 * @param topologyId {@link TopologyId} of the fabric
 */
public record FabricGeneration(long number, Fabric fabric, LidMap lids, long topologyId) {
  public FabricGeneration {
    Objects.requireNonNull(fabric);
    Objects.requireNonNull(lids);
  }

  /** A generation with the topology id of its fabric. */
  public static FabricGeneration of(long number, Fabric fabric, LidMap lids) {
    return new FabricGeneration(number, fabric, lids, TopologyId.of(fabric));
  }
}
