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
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.sm.text.ManagementPorts;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the judge has to say of a routing before it may be programmed.
 *
 * @param objection why it must not be, if it must not
 * @param creditLoop whether credits can wait for each other in a circle; an engine that does not
 *     claim otherwise may have that
 * @param warning of what it does not serve, where a subnet can do without
 * @param busiest paths on the channel that carries the most
 * @param figures that it is compared by; empty where it is not
 */
public record RoutingCheck(
    Optional<String> objection,
    boolean creditLoop,
    Optional<String> warning,
    long busiest,
    Optional<RoutingFigures> figures) {
  /** Of a routing that is not compared. */
  RoutingCheck(
      Optional<String> objection, boolean creditLoop, Optional<String> warning, long busiest) {
    this(objection, creditLoop, warning, busiest, Optional.empty());
  }

  /**
   * Judges a routing. Pairs of adapters have to be served where cables join them, and those to the
   * subnet manager's own port. Other pairs with the port 0 of a switch, and those that the
   * operator's options let the engine leave out, are a warning: a subnet does without them.
   *
   * @param leftOut end ports that the engine says it does not serve
   * @param partly end ports that it says it need not serve from and to all others
   * @param own the port that the subnet manager sends from: it has to be served, or nothing would
   *     reach it
   */
  public static RoutingCheck of(
      Fabric fabric,
      LidMap lids,
      Routing routing,
      List<Integer> leftOut,
      List<Integer> partly,
      int own) {
    JudgeOptions options = options(partly, own);
    Verdict verdict = Judge.judge(fabric, lids.without(leftOut), routing, options);
    return of(fabric, verdict, leftOut, partly, own);
  }

  /** What a verdict says that the judge came to with {@link #options}. */
  static RoutingCheck of(
      Fabric fabric, Verdict verdict, List<Integer> leftOut, List<Integer> partly, int own) {
    Delivery delivery = verdict.delivery();
    return new RoutingCheck(
        objection(fabric, delivery, leftOut.contains(own), own),
        !verdict.dependencies().acyclic(),
        ManagementPorts.warning(fabric, delivery, !partly.isEmpty()),
        verdict.loads().max());
  }

  /** How a subnet manager at a port has the judge look. */
  static JudgeOptions options(List<Integer> partly, int own) {
    return JudgeOptions.of(Scope.ALL_END_PORTS).from(own).partly(partly);
  }

  /**
   * Judges a candidate, with figures. One that cannot be judged drops out, and ends no sweep.
   *
   * @param leftOut as in {@link #of}, and so the others
   */
  static RoutingCheck ofCandidate(
      Fabric fabric,
      LidMap lids,
      Routing routing,
      List<Integer> leftOut,
      List<Integer> partly,
      int own) {
    return ofCandidate(
        () -> {
          JudgeOptions options = options(partly, own);
          Verdict verdict = Judge.judge(fabric, lids.without(leftOut), routing, options);
          RoutingCheck check = of(fabric, verdict, leftOut, partly, own);
          return new RoutingCheck(
              check.objection(),
              check.creditLoop(),
              check.warning(),
              check.busiest(),
              Optional.of(RoutingFigures.of(fabric, lids, routing, verdict, options.threads())));
        });
  }

  /** The judgement of a candidate; one that cannot be judged drops out, and ends no sweep. */
  static RoutingCheck ofCandidate(Supplier<RoutingCheck> judgement) {
    try {
      return judgement.get();
    } catch (RuntimeException e) {
      return new RoutingCheck(
          Optional.of("it could not be judged: " + e), true, Optional.empty(), 0);
    }
  }

  private static Optional<String> objection(
      Fabric fabric, Delivery delivery, boolean isOwnLeftOut, int own) {
    if (delivery.loops() > 0) {
      return Optional.of("packets loop: " + delivery.loopExamples().getFirst().describe(fabric));
    }
    if (isOwnLeftOut) {
      return Optional.of(
          "it has no routes to port %d of %s \"%s\", which the subnet manager is at"
              .formatted(
                  fabric.portNumber(own),
                  Guid.format(fabric.nodeGuid(fabric.nodeOf(own))),
                  fabric.description(fabric.nodeOf(own))));
    }
    if (delivery.missing() > 0) {
      String example = delivery.examples().getFirst().describe(fabric);
      return Optional.of(delivery.missing() + " pairs are not served: " + example);
    }
    return Optional.empty();
  }
}
