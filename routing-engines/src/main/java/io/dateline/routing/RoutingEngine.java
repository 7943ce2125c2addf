package io.dateline.routing;

/**
 * A routing engine: a pure function. The same request gives the same bytes on every node and for
 * any number of threads; no clock, file, logger or actor takes part.
 */
public interface RoutingEngine {
  /** OpenSM's name of the engine, such as {@code minhop}. */
  String name();

  RoutingOutcome route(RoutingRequest request);
}
