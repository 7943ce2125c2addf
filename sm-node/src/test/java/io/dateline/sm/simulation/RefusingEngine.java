package io.dateline.sm.simulation;

import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;

/** An engine on a node with a fault: it refuses what it could route. */
record RefusingEngine(RoutingEngine engine) implements RoutingEngine {
  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public RoutingOutcome route(RoutingRequest request) {
    return new RoutingOutcome.Refused(engine.name(), "this node cannot count");
  }
}
