package io.dateline.sm.analyze;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.measure.EndNodes;
import io.dateline.fabric.measure.RandomBisections;
import io.dateline.fabric.measure.TrafficPattern;
import io.dateline.routing.RoutingOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Routings of one fabric, put to the same tests.
 *
 * @param topology the fabric, as the user named it
 * @param endNodes adapters' and routers' ports with a LID
 * @param shiftOrder which ranks the shift was measured with, for people
 * @param pattern what the user's own pattern is called, if there is one
 * @param analyses in the order of the routings
 * @param refusals of engines that were to route, too
 */
public record Comparison(
    String topology,
    int switches,
    int endNodes,
    RandomBisections bisections,
    String shiftOrder,
    Optional<String> pattern,
    List<Analysis> analyses,
    List<RoutingOutcome.Refused> refusals) {
  public Comparison {
    analyses = List.copyOf(analyses);
    refusals = List.copyOf(refusals);
  }

  /**
   * Measures all of them. Jobs have the same ranks whatever the routing: those of the first routing
   * that was made for certain ones, else all end nodes in the order of their GUIDs.
   *
   * @param routings at least one
   * @param pattern of the user's own, if there is one
   * @param progress is told what is being measured
   */
  public static Comparison of(
      String topology,
      Fabric fabric,
      List<NamedRouting> routings,
      List<RoutingOutcome.Refused> refusals,
      RandomBisections bisections,
      Optional<TrafficPattern> pattern,
      Consumer<String> progress) {
    int[] endNodes = EndNodes.ports(fabric, routings.getFirst().lids());
    int[] ranks = endNodes;
    String order = "all end nodes by GUID";
    for (NamedRouting routing : routings) {
      if (routing.caOrder() != null) {
        ranks = routing.caOrder();
        order = "ranks of " + routing.name();
        break;
      }
    }
    List<Analysis> analyses = new ArrayList<>();
    for (NamedRouting routing : routings) {
      analyses.add(Analysis.of(fabric, routing, ranks, bisections, pattern, progress));
    }
    return new Comparison(
        topology,
        fabric.switchCount(),
        endNodes.length,
        bisections,
        order,
        pattern.map(TrafficPattern::name),
        analyses,
        refusals);
  }

  /** A line that says what was compared. */
  String headline() {
    return "%s: %,d switches, %,d end nodes; %,d random bisections, seed %d"
        .formatted(topology, switches, endNodes, bisections.count(), bisections.seed());
  }

  /** A line for each engine that refused. */
  List<String> refusalLines() {
    return refusals.stream()
        .map(refusal -> "refused by " + refusal.engine() + ": " + refusal.reason())
        .toList();
  }
}
