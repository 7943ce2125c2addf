package io.dateline.sm.node;

import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.chain.ChainRouting;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.dump.RoutingDumps;
import io.dateline.sm.dump.StepDumps;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import java.util.Map;

/**
 * What each step of the chain that routes has made of its topology, for dumps. It is in no journal:
 * entries that a later step sets, too, are in no table. So the chain routes once more, from its own
 * tables, which changes none of them.
 *
 * @param files by name; none where no chain routes
 * @param notes sentences for the operator
 */
record ChainSteps(Map<String, RoutingDumps.Content> files, List<String> notes) {
  static final ChainSteps NONE = new ChainSteps(Map.of(), List.of());

  /**
   * Of what is routed now. Takes as long as routing does.
   *
   * @param memory of engines
   * @param options in force
   */
  static ChainSteps of(SubnetView view, EngineMemory memory, RoutingOptions options) {
    if (!view.routing().engine().equals(ChainEngine.NAME)
        || !(Engines.named(ChainEngine.NAME).orElseThrow() instanceof ChainEngine chain)) {
      return NONE;
    }
    ChainRouting again =
        chain.routeBySteps(
            new RoutingRequest(
                view.fabric(), view.lids(), options, view.routing().tables(), memory));
    return again.outcome() instanceof Routed routed
            && routed.routing().tables().equals(view.routing().tables())
        ? new ChainSteps(StepDumps.of(again.steps()), List.of())
        : new ChainSteps(
            Map.of(),
            List.of("files of steps are not written: the chain would route otherwise now"));
  }
}
