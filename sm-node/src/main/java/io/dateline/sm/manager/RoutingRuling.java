package io.dateline.sm.manager;

import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.layer.LayerAssigner.NotProven;
import io.dateline.routing.actors.layer.LayerAssigner.Proven;
import io.dateline.routing.actors.layer.LayerAssigner.UnknownRouting;
import java.util.Optional;

/** What becomes of a routing that an engine has computed. */
sealed interface RoutingRuling {
  /**
   * It may be programmed.
   *
   * @param layers what was proven of them, if that was waited for
   */
  record Accepted(Optional<Proven> layers) implements RoutingRuling {}

  /**
   * It does not serve all ports, or is not what its engine claims; another engine may do better.
   *
   * @param reason a sentence
   */
  record EngineRefuted(String reason) implements RoutingRuling {}

  /**
   * Something is wrong that no other engine mends.
   *
   * @param reason a sentence
   */
  record Unsettled(String reason) implements RoutingRuling {}

  /** Rules on a routing whose engine claims nothing of credit loops: what the judge says counts. */
  static RoutingRuling onNoClaim(RoutingCheck check) {
    return check
        .objection()
        .<RoutingRuling>map(RoutingRuling::rejected)
        .orElse(new Accepted(Optional.empty()));
  }

  private static EngineRefuted rejected(String objection) {
    return new EngineRefuted(objection(objection));
  }

  /** Why an engine's routing is not used. */
  static String objection(String judges) {
    return "the judge rejects the routing: " + judges;
  }

  /**
   * Rules on a routing whose engine claims that no credit loop can form. Judge and layer assigner
   * find that out separately, by code that has nothing in common: where they disagree one of them
   * is wrong, and which is not known.
   */
  static RoutingRuling onClaim(RoutingCheck check, LayerAssigner.Reply layers) {
    if (check.objection().isPresent()) {
      return rejected(check.objection().get());
    }
    return switch (layers) {
      case NotProven(long generation, String reason) ->
          new Unsettled("its layers are not known: " + reason);
      case UnknownRouting(long generation, String digest) ->
          new Unsettled(
              "the layer assigner's node does not know the tables %.16s of generation %d"
                  .formatted(digest, generation));
      case Proven proven when disagree(check, proven) -> new Unsettled(disagreement(check, proven));
      case Proven proven when !proven.acyclic() ->
          new EngineRefuted(
              "it claims that no credit loop can form, and one can: " + proven.cycle());
      case Proven proven -> new Accepted(Optional.of(proven));
    };
  }

  static boolean disagree(RoutingCheck check, Proven proven) {
    return check.creditLoop() == proven.acyclic();
  }

  static String disagreement(RoutingCheck check, Proven proven) {
    return "this is a bug: the judge finds %s credit loop in the tables %.16s, the layer assigner finds %s"
        .formatted(
            check.creditLoop() ? "a" : "no",
            proven.digest(),
            proven.acyclic() ? "none" : "one: " + proven.cycle());
  }
}
