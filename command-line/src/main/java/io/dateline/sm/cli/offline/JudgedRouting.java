package io.dateline.sm.cli.offline;

import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.RoutingOutcome;

/**
 * What an engine has made, and what the judge says of it.
 *
 * @param routeMillis of the engine alone
 */
record JudgedRouting(RoutingOutcome.Routed outcome, Verdict verdict, long routeMillis) {
  Routing routing() {
    return outcome.routing();
  }
}
