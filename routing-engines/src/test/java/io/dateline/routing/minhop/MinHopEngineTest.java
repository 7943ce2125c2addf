package io.dateline.routing.minhop;

import static io.dateline.routing.Net.lidAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import org.junit.jupiter.api.Test;

class MinHopEngineTest {
  private static final RoutingOptions COUNT_SWITCHES =
      RoutingOptions.DEFAULTS.with(PortOptions.DEFAULTS.portProfileSwitchNodes(true));

  /**
   * Numbers are ports.
   *
   * <pre>
   *     3 --+   +-- 1 ---- 1 --+   +-- 3
   *           0                  1
   *     4 --+   +-- 2 ---- 2 --+   +-- 4
   * </pre>
   */
  private static Net pair() {
    return new Net()
        .switches(2, 4)
        .cable(0, 1, 1, 1)
        .cable(0, 2, 1, 2)
        .host(0, 3)
        .host(0, 4)
        .host(1, 3)
        .host(1, 4);
  }

  private static ForwardingTables route(
      Fabric fabric, LidMap lids, RoutingOptions options, ForwardingTables previous) {
    RoutingOutcome outcome =
        new MinHopEngine(2).route(new RoutingRequest(fabric, lids, options, previous));
    return ((RoutingOutcome.Routed) outcome).routing().tables();
  }

  private static ForwardingTables route(Fabric fabric, LidMap lids) {
    return route(fabric, lids, RoutingOptions.DEFAULTS, null);
  }

  @Test
  void shouldDealPathsOutToParallelCables() {
    Fabric fabric = pair().build();
    LidMap lids = Net.lids(fabric, 0);

    ForwardingTables tables = route(fabric, lids);

    assertThat(tables.port(0, lidAt(fabric, lids, 1, 3))).isEqualTo(1);
    assertThat(tables.port(0, lidAt(fabric, lids, 1, 4))).isEqualTo(2);
    assertThat(tables.port(1, lidAt(fabric, lids, 1, 3))).isEqualTo(3);
    assertThat(tables.port(1, lids.baseLid(fabric.port(1, 0)))).isZero();
  }

  @Test
  void shouldCountPathsToSwitchesOnlyWhenAsked() {
    Net net = new Net().switches(3, 4).cable(0, 1, 1, 1).cable(0, 2, 1, 2).cable(1, 3, 2, 1);
    Fabric fabric = net.build();
    LidMap lids = Net.lids(fabric, 0);
    int near = lids.baseLid(fabric.port(1, 0));
    int far = lids.baseLid(fabric.port(2, 0));

    ForwardingTables uncounted = route(fabric, lids);
    ForwardingTables counted = route(fabric, lids, COUNT_SWITCHES, null);

    assertThat(new int[] {uncounted.port(0, near), uncounted.port(0, far)}).containsExactly(1, 1);
    assertThat(new int[] {counted.port(0, near), counted.port(0, far)}).containsExactly(1, 2);
  }

  @Test
  void shouldDealWithSwitchOfMostAdaptersFirst() {
    Net net = new Net().switches(3, 6).cable(0, 1, 1, 1).cable(0, 2, 1, 2).cable(1, 3, 2, 1);
    Fabric fabric = net.host(0, 6).host(1, 5).host(2, 5).host(2, 6).build();
    LidMap lids = Net.lids(fabric, 0);

    ForwardingTables tables = route(fabric, lids);

    assertThat(tables.port(0, lidAt(fabric, lids, 2, 5))).isEqualTo(1);
    assertThat(tables.port(0, lidAt(fabric, lids, 2, 6))).isEqualTo(2);
    assertThat(tables.port(0, lidAt(fabric, lids, 1, 5))).isEqualTo(1);
  }

  @Test
  void shouldKeepPreviousPortWhileItIsUpAndMinimal() {
    Fabric fabric = pair().build();
    LidMap lids = Net.lids(fabric, 0);
    int lid = lidAt(fabric, lids, 1, 3);
    ForwardingTables previous = new ForwardingTables(2, lids.maxLid());
    previous.set(0, lid, 2);

    ForwardingTables tables = route(fabric, lids, RoutingOptions.DEFAULTS, previous);

    assertThat(tables.port(0, lid)).isEqualTo(2);
    // What was kept counts: the other path takes the other cable.
    assertThat(tables.port(0, lidAt(fabric, lids, 1, 4))).isEqualTo(1);
  }

  @Test
  void shouldLeavePreviousPortThatIsDownOrLeadsAstray() {
    Net net = new Net().switches(3, 5).cable(0, 1, 1, 1).cable(1, 2, 2, 2).cable(2, 1, 0, 2);
    Fabric fabric = net.host(1, 4).build();
    LidMap lids = Net.lids(fabric, 0);
    int lid = lidAt(fabric, lids, 1, 4);
    ForwardingTables previous = new ForwardingTables(3, lids.maxLid());
    previous.set(0, lid, 2); // up, but a hop longer
    previous.set(1, lid, 5); // down
    previous.set(2, lid, 77); // there is no such port

    ForwardingTables tables = route(fabric, lids, RoutingOptions.DEFAULTS, previous);

    assertThat(tables.port(0, lid)).isEqualTo(1);
    assertThat(tables.port(1, lid)).isEqualTo(4);
    assertThat(tables.port(2, lid)).isEqualTo(2);
  }

  @Test
  void shouldSendLidsOfOnePortThroughOtherSystemsThenOtherSwitches() {
    // Switch 0 reaches switch 4 by 1 and 2, which are boards of one chassis, and by 3.
    Net net = new Net().switches(5, 6).system(1, 0x900).system(2, 0x900);
    for (int middle = 1; middle <= 3; middle++) {
      net.cable(0, middle, middle, 1).cable(middle, 2, 4, middle);
    }
    Fabric fabric = net.host(4, 6).build();
    LidMap lids = Net.lids(fabric, 2);
    int lid = lidAt(fabric, lids, 4, 6);

    ForwardingTables tables = route(fabric, lids);

    assertThat(tables.port(0, lid)).isEqualTo(1);
    assertThat(tables.port(0, lid + 1)).isEqualTo(3);
    assertThat(tables.port(0, lid + 2)).isEqualTo(2);
    assertThat(tables.port(0, lid + 3)).isEqualTo(3);
  }

  @Test
  void shouldRouteOverPathsLongerThanAByteCounts() {
    int length = 600;
    Net net = new Net().switches(length, 3);
    for (int node = 0; node < length; node++) {
      net.cable(node, 1, (node + 1) % length, 2);
    }
    Fabric fabric = net.host(0, 3).host(length / 2, 3).host(length / 2 - 40, 3).build();
    LidMap lids = Net.lids(fabric, 0);

    Verdict verdict =
        Judge.judge(
            fabric,
            lids,
            Routing.singleLane(MinHopEngine.NAME, route(fabric, lids)),
            new JudgeOptions(Scope.ALL_END_PORTS, 2, 1));

    assertThat(verdict.delivery().undelivered()).isZero();
    assertThat(verdict.hops().nonMinimal()).isZero();
    assertThat(verdict.hops().max()).isEqualTo(length / 2 + 1);
  }

  @Test
  void shouldLeaveLidWithoutEntryWhereNoCablesLead() {
    Fabric fabric = new Net().switches(2, 2).host(0, 1).host(1, 1).build();
    LidMap lids = Net.lids(fabric, 0);

    ForwardingTables tables = route(fabric, lids);

    assertThat(tables.port(0, lidAt(fabric, lids, 1, 1))).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(tables.port(0, lidAt(fabric, lids, 0, 1))).isEqualTo(1);
  }

  @Test
  void shouldUseMorePortsThanOneWordOfCandidatesHolds() {
    int cables = 100;
    Net net = new Net().switches(2, 254);
    for (int number = 1; number <= cables; number++) {
      net.cable(0, number, 1, number).host(1, cables + number);
    }
    Fabric fabric = net.host(0, 254).build();
    LidMap lids = Net.lids(fabric, 0);

    ForwardingTables tables = route(fabric, lids);

    for (int number = 1; number <= cables; number++) {
      assertThat(tables.port(0, lidAt(fabric, lids, 1, cables + number))).isEqualTo(number);
    }
  }

  @Test
  void shouldRefuseEmptyFabric() {
    Fabric fabric = new Fabric.Builder().build();

    RoutingOutcome outcome =
        new MinHopEngine(1)
            .route(new RoutingRequest(fabric, Net.lids(fabric, 0), RoutingOptions.DEFAULTS, null));

    assertThat(outcome)
        .isEqualTo(new RoutingOutcome.Refused("minhop", "the fabric is empty: it has no nodes"));
  }

  @Test
  void shouldRefuseToWorkWithoutThreads() {
    assertThatThrownBy(() -> new MinHopEngine(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
