package io.dateline.sm.manager;

import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.layer.LayerAssigner.NotProven;
import io.dateline.routing.actors.layer.LayerAssigner.Proven;
import io.dateline.routing.actors.layer.LayerAssigner.UnknownRouting;

/** What becomes of a routing that an engine has computed. */
sealed interface RoutingRuling {
  /** It may be programmed. */
  record Accepted(Proven layers) implements RoutingRuling {}

  /**
   * It is not what its engine claims; another engine may do better.
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

  /**
   * Rules on a routing. Judge and layer assigner find out separately whether it is free of credit
   * loops, by code that has nothing in common: where they disagree one of them is wrong, and nobody
   * knows which.
   *
   * @param creditLoopFree whether the engine claims that no credit loop can form
   */
  static RoutingRuling on(RoutingCheck check, LayerAssigner.Reply layers, boolean creditLoopFree) {
    if (check.objection().isPresent()) {
      return new Unsettled("the judge rejects the routing: " + check.objection().get());
    }
    return switch (layers) {
      case NotProven(long generation, String reason) ->
          new Unsettled("its layers are not known: " + reason);
      case UnknownRouting(long generation, String digest) ->
          new Unsettled(
              "the layer assigner's node does not know the tables %.16s of generation %d"
                  .formatted(digest, generation));
      case Proven proven when check.creditLoop() == proven.acyclic() ->
          new Unsettled(
              "this is a bug: the judge finds %s credit loop in the tables %.16s, the layer"
                      .formatted(check.creditLoop() ? "a" : "no", proven.digest())
                  + " assigner finds "
                  + (proven.acyclic() ? "none" : "one: " + proven.cycle()));
      case Proven proven when creditLoopFree && !proven.acyclic() ->
          new EngineRefuted(
              "it claims that no credit loop can form, and one can: " + proven.cycle());
      case Proven proven -> new Accepted(proven);
    };
  }
}
