package io.dateline.sm.simulation;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import java.util.function.IntUnaryOperator;

/** An engine on a node with a fault: one byte of its tables is wrong. */
public record SpoiledEngine(RoutingEngine engine) implements RoutingEngine {
  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public RoutingOutcome route(RoutingRequest request) {
    return switch (engine.route(request)) {
      case Routed routed -> spoil(routed, request.lids().maxLid(), entry -> entry ^ 1);
      case RoutingOutcome.Refused refused -> refused;
    };
  }

  /** The same with another entry of the first switch; tables of before may share its row. */
  static Routed spoil(Routed routed, int lid, IntUnaryOperator fault) {
    Routing routing = routed.routing();
    ForwardingTables tables = routing.tables().branch();
    tables.set(0, lid, fault.applyAsInt(tables.port(0, lid)));
    return new Routed(
        new Routing(
            routing.engine(),
            tables,
            routing.slToVl(),
            routing.pathSl(),
            routing.vlCount(),
            routing.multicast()),
        routed.creditLoopFree(),
        routed.warnings(),
        routed.dumps(),
        routed.memory(),
        routed.leftOut(),
        routed.partly());
  }
}
