package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Delivery;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import java.util.Optional;

/**
 * What the judge has to say of a routing before it may be programmed.
 *
 * @param objection why it must not be, if it must not
 * @param creditLoop whether credits can wait for each other in a circle; an engine that does not
 *     claim otherwise may have that
 */
public record RoutingCheck(Optional<String> objection, boolean creditLoop) {

  /**
   * Judges a routing for every end port, management ports of switches included.
   *
   * @param served the LIDs of those that the engine does not say it leaves out
   */
  public static RoutingCheck of(Fabric fabric, LidMap served, Routing routing) {
    Verdict verdict = Judge.judge(fabric, served, routing, JudgeOptions.of(Scope.ALL_END_PORTS));
    Delivery delivery = verdict.delivery();
    boolean creditLoop = !verdict.dependencies().acyclic();
    if (delivery.loops() > 0) {
      return new RoutingCheck(
          Optional.of("packets loop: " + delivery.loopExamples().getFirst().describe(fabric)),
          creditLoop);
    }
    if (delivery.undelivered() > delivery.disconnected()) {
      String example = delivery.examples().getFirst().describe(fabric);
      return new RoutingCheck(
          Optional.of(delivery.undelivered() + " pairs are not served: " + example), creditLoop);
    }
    return new RoutingCheck(Optional.empty(), creditLoop);
  }
}
