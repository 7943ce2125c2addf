package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Delivery;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import java.util.List;
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
   * @param leftOut end ports that the engine says it does not serve
   * @param own the port that the subnet manager sends from: it has to be served, for who would
   *     reach it?
   */
  public static RoutingCheck of(
      Fabric fabric, LidMap lids, Routing routing, List<Integer> leftOut, int own) {
    Verdict verdict =
        Judge.judge(fabric, lids.without(leftOut), routing, JudgeOptions.of(Scope.ALL_END_PORTS));
    Delivery delivery = verdict.delivery();
    boolean creditLoop = !verdict.dependencies().acyclic();
    if (delivery.loops() > 0) {
      return new RoutingCheck(
          Optional.of("packets loop: " + delivery.loopExamples().getFirst().describe(fabric)),
          creditLoop);
    }
    if (leftOut.contains(own)) {
      return new RoutingCheck(
          Optional.of(
              "it has no routes to port %d of %s \"%s\", which the subnet manager is at"
                  .formatted(
                      fabric.portNumber(own),
                      Guid.format(fabric.nodeGuid(fabric.nodeOf(own))),
                      fabric.description(fabric.nodeOf(own)))),
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
