package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoutingCheckTest {
  private static final int LAST = 2; // of a line of switches

  private final Fabric fabric = TopologySpec.parse("mesh:3x1:1").generate();
  private final LidMap lids = lids();
  private final int switchPort = fabric.port(LAST, 0);
  private final int host =
      Arrays.stream(fabric.endPorts())
          .filter(port -> fabric.peer(port) != Fabric.NONE)
          .filter(port -> fabric.nodeOf(fabric.peer(port)) == LAST)
          .findFirst()
          .orElseThrow();

  private LidMap lids() {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    int lid = 1;
    for (int port : fabric.endPorts()) {
      builder.assign(port, lid++, 0);
    }
    return builder.build();
  }

  /** Min-hop, but nothing leads to or from the last switch and its host. */
  private Routing withoutSwitch() {
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);
    RoutingOutcome.Routed routed =
        (RoutingOutcome.Routed) Engines.named("minhop").orElseThrow().route(request);
    ForwardingTables tables = routed.routing().tables();
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = 1; lid <= lids.maxLid(); lid++) {
        boolean isOfIt = lid == lids.baseLid(switchPort) || lid == lids.baseLid(host);
        if (isOfIt != (node == LAST)) {
          tables.set(node, lid, ForwardingTables.NO_PORT);
        }
      }
    }
    return Routing.singleLane("minhop", tables);
  }

  private Optional<String> objection(int own, Integer... leftOut) {
    return RoutingCheck.of(fabric, lids, withoutSwitch(), List.of(leftOut), List.of(), own)
        .objection();
  }

  @Test
  void shouldObjectToCabledPairsThatAreNotServed() {
    int own = fabric.port(0, 0);
    assertThat(objection(own))
        .hasValueSatisfying(text -> assertThat(text).contains("pairs are not served: "));
    assertThat(objection(own, host)).isPresent();
  }

  /** As ftree does for spines without a way down. */
  @Test
  void shouldWarnOfPortZeroAndObjectOnlyWhereTheManagerNeedsIt() {
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);
    Routing routing =
        ((RoutingOutcome.Routed) Engines.named("minhop").orElseThrow().route(request)).routing();
    int other = fabric.port(0, 0);
    routing.tables().set(LAST, lids.baseLid(other), ForwardingTables.NO_PORT);

    RoutingCheck spared =
        RoutingCheck.of(fabric, lids, routing, List.of(), List.of(), fabric.port(1, 0));
    assertThat(spared.objection()).isEmpty();
    assertThat(spared.warning())
        .hasValueSatisfying(
            text -> assertThat(text).startsWith("2 pairs with the port 0 of a switch not served"));
    for (int own : new int[] {switchPort, host}) { // directed routes lead from there to switches
      assertThat(RoutingCheck.of(fabric, lids, routing, List.of(), List.of(), own).objection())
          .as("from port %d", own)
          .isEmpty();
    }
    assertThat(RoutingCheck.of(fabric, lids, routing, List.of(), List.of(), other).objection())
        .hasValueSatisfying(text -> assertThat(text).contains("pairs are not served: "));
  }

  @Test
  void shouldDropACandidateThatCannotBeJudged() {
    RoutingCheck failed =
        RoutingCheck.ofCandidate(
            () -> {
              throw new IllegalStateException("no such lane");
            });
    assertThat(failed.objection())
        .contains("it could not be judged: java.lang.IllegalStateException: no such lane");
  }

  @Test
  void shouldNotAskForWhatAnEngineSaysItLeavesOut() {
    assertThat(objection(fabric.port(0, 0), host, switchPort)).isEmpty();
  }

  /** As ftree does for nodes that do not compute. */
  @Test
  void shouldWarnOfPairsThatOptionsAllowToBeLeftOut() {
    int own = fabric.port(1, 0);
    int first = fabric.port(fabric.switchCount(), 1);
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);
    Routing routing =
        ((RoutingOutcome.Routed) Engines.named("minhop").orElseThrow().route(request)).routing();
    int home = fabric.nodeOf(fabric.peer(first));
    routing.tables().set(home, lids.baseLid(host), ForwardingTables.NO_PORT);
    Routing onLanes =
        new Routing("minhop", routing.tables(), SlToVl.IDENTITY, (source, to) -> to % 2, 2);

    for (Routing each : List.of(routing, onLanes)) {
      assertThat(check(each, own).objection())
          .hasValueSatisfying(text -> assertThat(text).contains("pairs are not served: "));
      for (int partly : new int[] {first, host}) {
        assertThat(check(each, own, partly).objection()).isEmpty();
      }
      assertThat(check(each, own, first, host).warning())
          .hasValueSatisfying(text -> assertThat(text).contains("not served, as options allow"));
      assertThat(check(each, first, host).objection()).as("the manager's own port").isPresent();
      assertThat(check(each, host, host).objection()).as("the manager's own port").isPresent();
    }
  }

  private RoutingCheck check(Routing routing, int own, Integer... partly) {
    return RoutingCheck.of(fabric, lids, routing, List.of(), List.of(partly), own);
  }

  @Test
  void shouldObjectWhereNobodyWouldReachTheManager() {
    assertThat(objection(host, host, switchPort))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith("it has no routes to port 1 of ")
                    .endsWith("which the subnet manager is at"));
  }
}
