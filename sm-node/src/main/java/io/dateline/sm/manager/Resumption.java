package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidPlan;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.link.PortPlanner;
import io.dateline.sm.link.RouteBook;
import java.util.List;
import java.util.Optional;

/**
 * What a new term goes on with: the last sweep that brought the subnet up, put together from the
 * journal instead of from the fabric. Nothing of it is believed that something does not prove: the
 * tables by their digest, the fabric by its topology id, and that nobody else has taken the subnet
 * meanwhile by what ports show ({@link io.dateline.sm.discover.PortLook}).
 */
final class Resumption {
  private Resumption() {}

  /**
   * The sweep, or nothing if the journal does not hold all of it or this node's port is not in it.
   * Takes a second for 48,896 nodes.
   *
   * @param tables what the switches were told, as this node has read
   */
  static Optional<HeavySweep> of(
      SubnetState state, SubnetSettings settings, long localPortGuid, ReplicatedTables tables) {
    RoutingPlanned plan = state.active();
    if (plan == null) {
      return Optional.empty();
    }
    return state
        .nodes()
        .discoveredFrom(localPortGuid)
        .flatMap(found -> of(state, settings, found, plan, tables));
  }

  private static Optional<HeavySweep> of(
      SubnetState state,
      SubnetSettings settings,
      Discovered found,
      RoutingPlanned plan,
      ReplicatedTables tables) {
    Fabric fabric = found.fabric();
    LidPlan lids =
        LidAssigner.plan(
            fabric, state.lids(), found.localPort(), settings.lmc(), settings.lmcEsp0());
    if (lids.newGuids().length > 0 || lids.releasedGuids().length > 0) {
      return Optional.empty();
    }
    FabricGeneration subnet = FabricGeneration.of(plan.generation(), fabric, lids.lids());
    if (subnet.topologyId() != plan.topologyId()) {
      return Optional.empty();
    }
    Optional<ForwardingTables> proven = tables.proven(fabric, plan.digest());
    return proven.map(rows -> sweep(state, settings, found, plan, lids, subnet, rows));
  }

  private static HeavySweep sweep(
      SubnetState state,
      SubnetSettings settings,
      Discovered found,
      RoutingPlanned plan,
      LidPlan lids,
      FabricGeneration subnet,
      ForwardingTables rows) {
    HeavySweep sweep = new HeavySweep(plan.generation(), plan.reason(), System.nanoTime());
    sweep.found = found;
    sweep.routes = new RouteBook(found.fabric(), found.localPort());
    sweep.lids = lids;
    sweep.planner =
        new PortPlanner(
            found.fabric(),
            lids.lids(),
            found.attributes(),
            settings.ports(state.mKey()),
            found.localPort());
    sweep.subnet = subnet;
    sweep.refusals.addAll(plan.refusals());
    sweep.digest = plan.digest();
    sweep.routing = Routing.singleLane(plan.engine(), rows);
    sweep.outcome = new SweepOutcome(List.of(), Optional.empty());
    return sweep;
  }
}
