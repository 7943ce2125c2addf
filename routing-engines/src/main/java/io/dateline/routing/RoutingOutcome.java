package io.dateline.routing;

import io.dateline.fabric.Routing;

/** Tables, or the reason why there are none. */
public sealed interface RoutingOutcome {
  /**
   * The fabric is routed.
   *
   * @param creditLoopFree whether the engine claims that no credit loop can form; whoever programs
   *     the routing has that proven first
   */
  record Routed(Routing routing, boolean creditLoopFree) implements RoutingOutcome {}

  /**
   * The engine will not route this fabric.
   *
   * @param reason a sentence that names the switch, port or rule
   */
  record Refused(String engine, String reason) implements RoutingOutcome {}
}
