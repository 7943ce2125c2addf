package io.dateline.sm.manager;

import io.dateline.fabric.Routing;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.link.PortPlanner;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.state.RestoredRouting;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.Optional;

/**
 * What a new term goes on with: the last sweep that brought the subnet up, put together from the
 * journal instead of from the fabric. Nothing of it is believed that something does not prove: the
 * tables and what engines remember by their digests, the fabric by its topology id, and that no
 * other manager has taken the subnet meanwhile by what ports show ({@link
 * io.dateline.sm.discover.PortLook}).
 */
final class Resumption {
  private Resumption() {}

  /**
   * The sweep, or nothing if the switches were told others than the planned tables.
   *
   * @param state with the term that goes on
   * @param known of that state
   * @param tables what the switches were told, as this node has read
   * @param nowNs on a clock that only goes forward
   */
  static Optional<HeavySweep> of(
      SubnetState state,
      SubnetSettings settings,
      KnownSubnet.Parts known,
      ReplicatedTables tables,
      long nowNs) {
    FabricGeneration subnet = known.subnet();
    RoutingOptions options = settings.routing().options().routing();
    return tables
        .proven(subnet.fabric(), state.active().digest())
        .flatMap(rows -> RestoredRouting.of(subnet, state.active(), options, rows))
        .flatMap(routing -> known.withTree(routing, options))
        .map(routing -> sweep(state, settings, known, routing, nowNs));
  }

  /**
   * What moves the sweep's ports to the term.
   *
   * @param state with the term
   * @param keys of ports that hide theirs, as far as they are known
   */
  static PortSets addresses(SubnetState state, HeavySweep last, PortKeys keys) {
    return SweepSets.addresses(last, port -> keys.held(state, last.found, port));
  }

  private static HeavySweep sweep(
      SubnetState state,
      SubnetSettings settings,
      KnownSubnet.Parts known,
      Routing routing,
      long nowNs) {
    RoutingPlanned plan = state.active();
    Discovered found = known.found();
    HeavySweep sweep = new HeavySweep(plan.generation(), plan.reason(), nowNs);
    sweep.settings = settings;
    sweep.found = found;
    sweep.routes = new RouteBook(found.fabric(), found.localPort());
    sweep.lids = known.lids();
    sweep.planner =
        new PortPlanner(
            found.fabric(),
            known.lids().lids(),
            found.attributes(),
            settings.ports(state.keys()),
            found.localPort());
    sweep.subnet = known.subnet();
    sweep.refusals.addAll(plan.refusals());
    sweep.digest = plan.digest();
    sweep.routing = routing;
    sweep.memory = state.memory();
    sweep.outcome = new SweepOutcome(List.of(), Optional.empty());
    return sweep;
  }
}
