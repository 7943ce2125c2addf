package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Routing;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.BalancedTables;
import io.dateline.routing.hops.HopMatrix;
import io.dateline.routing.hops.SwitchLinks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Routes with an order of the switches: what updn and dnup have in common. */
final class UpDownTables {
  private final String engine;
  private final RoutingRequest request;
  private final SwitchLinks links;
  private final HopMatrix hops;
  private final int threads;

  UpDownTables(
      String engine, RoutingRequest request, SwitchLinks links, HopMatrix hops, int threads) {
    this.engine = engine;
    this.request = request;
    this.links = links;
    this.hops = hops;
    this.threads = threads;
  }

  /**
   * Routes, or refuses where two switches that cables join are left without a path.
   *
   * @param forced switches that are to be reached whatever turns that takes
   * @param warnings what was found so far
   * @param dumps what the engine tells beside its tables
   */
  RoutingOutcome route(
      SwitchOrder order, BitSet forced, List<String> warnings, Map<String, String> dumps) {
    UpDownLinks upDown = new UpDownLinks(links, order);
    LegalPaths paths = LegalPaths.of(upDown, Valleys.of(upDown), forced, threads);
    int forcedPairs = 0;
    for (int from = 0; from < links.switchCount(); from++) {
      short[] codes = paths.codes(from);
      for (int to = 0; to < codes.length; to++) {
        if (LegalPaths.isForced(codes[to])) {
          forcedPairs++;
        } else if (codes[to] == LegalPaths.UNREACHED && hops.reaches(from, to)) {
          return new RoutingOutcome.Refused(engine, reason(from, to));
        }
      }
    }
    List<String> all = new ArrayList<>(warnings);
    if (forcedPairs > 0) {
      all.add(
          "connect_roots: %d pairs of switches are joined by paths that go up again after they have come down: credit loops can form"
              .formatted(forcedPairs));
    }
    return new RoutingOutcome.Routed(
        Routing.singleLane(
            engine,
            BalancedTables.of(request, links, () -> new LegalPorts(links, order, paths), threads)),
        forcedPairs == 0,
        all,
        dumps);
  }

  /** Why a fabric of so many switches is refused. */
  static String wrongSize(int switchCount) {
    return switchCount == 0
        ? "this is no switched subnet: it has no switches"
        : "the fabric has %d switches, more than %d"
            .formatted(switchCount, LegalPaths.SWITCHES_MAX);
  }

  private String reason(int from, int to) {
    return "no path that cannot be part of a credit loop leads from switch %s to switch %s"
        .formatted(label(from), label(to));
  }

  private String label(int node) {
    Fabric fabric = request.fabric();
    return "%s \"%s\"".formatted(Guid.format(fabric.nodeGuid(node)), fabric.description(node));
  }
}
