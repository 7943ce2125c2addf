package io.dateline.routing.chain;

import io.dateline.routing.ChainOptions;
import io.dateline.routing.RoutingOutcome;

/**
 * A step that an engine was asked for.
 *
 * @param millis it took, tables of before included
 * @param node that routed it, by the GUID of its port, or {@link #HERE}
 */
record Turn(ChainOptions.Step step, Part part, RoutingOutcome outcome, long millis, String node) {
  static final String HERE = "here";
}
