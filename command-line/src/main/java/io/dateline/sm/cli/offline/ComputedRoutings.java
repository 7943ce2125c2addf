package io.dateline.sm.cli.offline;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.format.CaOrderDump;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.sm.analyze.NamedRouting;
import io.dateline.sm.cli.console.Dumps;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Routings to compare that engines make on the spot.
 *
 * @param routings of the engines that routed, in their order
 * @param refusals of the others
 */
record ComputedRoutings(List<NamedRouting> routings, List<RoutingOutcome.Refused> refusals) {
  static final ComputedRoutings NONE = new ComputedRoutings(List.of(), List.of());

  /**
   * Has each engine route, whether or not others refuse.
   *
   * @param namesTaken of other routings: an engine of such a name gets a longer one
   * @param progress is told which engine routes
   */
  static ComputedRoutings of(
      RoutePlan plan,
      Fabric fabric,
      LidMap lids,
      Set<String> namesTaken,
      List<String> warnings,
      Consumer<String> progress)
      throws IOException {
    RoutingRequest request = new RoutingRequest(fabric, lids, plan.options(), null);
    Set<String> taken = new HashSet<>(namesTaken);
    List<NamedRouting> routings = new ArrayList<>();
    List<RoutingOutcome.Refused> refusals = new ArrayList<>();
    for (RoutingEngine engine : plan.engines()) {
      progress.accept(engine.name());
      switch (engine.route(request)) {
        case RoutingOutcome.Routed routed -> {
          String name = engine.name() + (taken.add(engine.name()) ? "" : " (computed)");
          routed.warnings().forEach(warning -> warnings.add(name + ": " + warning));
          routings.add(named(name, fabric, lids, routed));
        }
        case RoutingOutcome.Refused refused -> refusals.add(refused);
      }
    }
    return new ComputedRoutings(routings, refusals);
  }

  private static NamedRouting named(
      String name, Fabric fabric, LidMap lids, RoutingOutcome.Routed routed) throws IOException {
    String order = routed.dumps().get(Dumps.CA_ORDER);
    return new NamedRouting(
        name,
        lids,
        routed.routing(),
        order == null
            ? null
            : CaOrderDump.read(Dumps.CA_ORDER, new StringReader(order), fabric, lids));
  }
}
