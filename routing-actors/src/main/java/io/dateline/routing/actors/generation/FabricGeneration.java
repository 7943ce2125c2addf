package io.dateline.routing.actors.generation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.TopologyId;
import io.dateline.routing.EngineMemory;
import java.util.Objects;

/**
 * A fabric as one heavy sweep found it, the LIDs it was given, and what engines are to be told
 * about it again.
 *
 * @param number grows with every generation, across masters and restarts
 * @param topologyId {@link TopologyId} of the fabric
 * @param memory what engines had remembered when the sweep found it
 */
public record FabricGeneration(
    long number, Fabric fabric, LidMap lids, long topologyId, EngineMemory memory) {
  public FabricGeneration {
    Objects.requireNonNull(fabric);
    Objects.requireNonNull(lids);
    Objects.requireNonNull(memory);
  }

  /** A generation with the topology id of its fabric. */
  public static FabricGeneration of(long number, Fabric fabric, LidMap lids, EngineMemory memory) {
    return new FabricGeneration(number, fabric, lids, TopologyId.of(fabric), memory);
  }

  /** A generation of which engines had remembered nothing. */
  public static FabricGeneration of(long number, Fabric fabric, LidMap lids) {
    return of(number, fabric, lids, EngineMemory.NONE);
  }
}
