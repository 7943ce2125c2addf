package io.dateline.sm.simulation;

import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;

/** An engine on a node with a fault: one byte of its tables is wrong. */
public record SpoiledEngine(RoutingEngine engine) implements RoutingEngine {
  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public RoutingOutcome route(RoutingRequest request) {
    RoutingOutcome outcome = engine.route(request);
    if (outcome instanceof RoutingOutcome.Routed routed) {
      routed.routing().tables().row(0)[request.lids().maxLid()] ^= 1;
    }
    return outcome;
  }
}
