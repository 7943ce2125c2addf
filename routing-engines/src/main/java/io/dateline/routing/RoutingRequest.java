package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.util.Objects;

/**
 * What an engine is asked to route.
 *
 * @param fabric the topology
 * @param lids which port answers to which LID
 * @param options by OpenSM's names
 * @param previous tables now in the switches, rows by this fabric's switch index, or null when
 *     there are none or they are not to be respected
 * @param memory what engines have asked to be told again
 */
public record RoutingRequest(
    Fabric fabric,
    LidMap lids,
    RoutingOptions options,
    ForwardingTables previous,
    EngineMemory memory) {
  public RoutingRequest {
    Objects.requireNonNull(fabric);
    Objects.requireNonNull(lids);
    Objects.requireNonNull(options);
    Objects.requireNonNull(memory);
  }

  /** The same, with no tables to be respected. */
  public RoutingRequest withoutTables() {
    return withTables(null);
  }

  /** The same, with other tables to be respected, or null. */
  public RoutingRequest withTables(ForwardingTables tables) {
    return new RoutingRequest(fabric, lids, options, tables, memory);
  }

  /** The same by other options. */
  public RoutingRequest with(RoutingOptions other) {
    return new RoutingRequest(fabric, lids, other, previous, memory);
  }

  /** A request to an engine that has nothing to remember. */
  public RoutingRequest(
      Fabric fabric, LidMap lids, RoutingOptions options, ForwardingTables previous) {
    this(fabric, lids, options, previous, EngineMemory.NONE);
  }
}
