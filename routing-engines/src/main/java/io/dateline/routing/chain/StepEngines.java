package io.dateline.routing.chain;

import io.dateline.routing.RoutingEngine;

/** The engines that steps may name. */
public interface StepEngines {
  /** The engine of a name that is one of them. */
  RoutingEngine named(String name);

  /** Whether an engine is to respect tables that another one has made. */
  boolean areRespected(String engine, String maker);
}
