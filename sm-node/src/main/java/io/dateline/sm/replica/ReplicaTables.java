package io.dateline.sm.replica;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.actors.generation.ActivatedTables;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.ReplicatedTablesSource;
import io.dateline.sm.discover.Discovered;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes tables that an engine can begin from of what the replica has read. */
public final class ReplicaTables implements ReplicatedTablesSource {
  private final Supplier<ReplicaView> view;
  private final long localPortGuid;

  /**
   * A source.
   *
   * @param view the newest one
   * @param localPortGuid this node's port into the fabric
   */
  public ReplicaTables(Supplier<ReplicaView> view, long localPortGuid) {
    this.view = view;
    this.localPortGuid = localPortGuid;
  }

  @Override
  public long newest() {
    RoutingPlanned active = view.get().subnet().active();
    return active == null ? 0 : active.generation();
  }

  @Override
  public Optional<ActivatedTables> load() {
    ReplicaView read = view.get();
    RoutingPlanned active = read.subnet().active();
    return active == null
        ? Optional.empty()
        : read.subnet()
            .nodes()
            .discoveredFrom(localPortGuid)
            .map(Discovered::fabric)
            .flatMap(fabric -> tables(read, active, fabric));
  }

  private static Optional<ActivatedTables> tables(
      ReplicaView read, RoutingPlanned active, Fabric fabric) {
    Optional<ForwardingTables> proven = read.tables().activated(fabric, active.digest());
    // The LIDs of that time: the book may have gone on since.
    return proven.map(
        tables ->
            new ActivatedTables(
                FabricGeneration.of(active.generation(), fabric, LidMap.found(fabric)),
                active.engine(),
                tables,
                read.tables().activatedSteps()));
  }
}
