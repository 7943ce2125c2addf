package io.dateline.routing.ftree;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.measure.ShiftLoads;
import io.dateline.fabric.measure.ShiftPattern;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TreeOptions;
import java.util.ArrayList;
import java.util.List;

/** Trees to route, and what is asked of their routing. */
final class Trees {
  private Trees() {}

  static Fabric tree(String spec, NetworkFaults faults) {
    return TopologySpec.parse(spec).withFaults(faults).generate();
  }

  /** The switches of a generated tree's highest level, which it names {@code L<level>_...}. */
  static List<Long> roots(Fabric fabric) {
    int top = 0;
    for (int node = 0; node < fabric.switchCount(); node++) {
      top = Math.max(top, level(fabric, node));
    }
    List<Long> roots = new ArrayList<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      if (level(fabric, node) == top) {
        roots.add(fabric.nodeGuid(node));
      }
    }
    return roots;
  }

  private static int level(Fabric fabric, int node) {
    return fabric.description(node).charAt(1) - '0';
  }

  static RoutingOutcome route(
      Fabric fabric, LidMap lids, TreeOptions options, ForwardingTables previous, int threads) {
    return new FatTreeEngine(threads)
        .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS.with(options), previous));
  }

  static RoutingOutcome.Routed routed(
      Fabric fabric, LidMap lids, TreeOptions options, ForwardingTables previous) {
    RoutingOutcome outcome = route(fabric, lids, options, previous, 1);
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    return (RoutingOutcome.Routed) outcome;
  }

  static String refusal(Fabric fabric, LidMap lids, TreeOptions options) {
    RoutingOutcome outcome = route(fabric, lids, options, null, 1);
    assertThat(outcome).isInstanceOf(RoutingOutcome.Refused.class);
    return ((RoutingOutcome.Refused) outcome).reason();
  }

  /** How crowded shifts are, in the order that the engine tells. */
  static ShiftLoads shifts(Fabric fabric, LidMap lids, RoutingOutcome.Routed routed) {
    int[] order =
        routed
            .dumps()
            .get("opensm-ftree-ca-order.dump")
            .lines()
            .map(line -> Integer.decode(line.substring(0, line.indexOf('\t'))))
            .mapToInt(lid -> lid == 0xFFFF ? Fabric.NONE : lids.port(lid))
            .toArray();
    return ShiftPattern.measure(fabric, lids, routed.routing().tables(), order, 1);
  }
}
