package io.dateline.routing.sssp;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SsspEngineTest {
  /**
   * Figure of the seeds.
   *
   * <pre>
   *     CN1 --+               +-- IO1
   *     CN2 --- 0 ========= 1 --- CN4
   *     CN3 --+               +-- IO2
   * </pre>
   */
  private final Fabric figure =
      new Net()
          .switches(2, 8)
          .cable(0, 1, 1, 1)
          .cable(0, 2, 1, 2)
          .host(0, 4)
          .host(0, 5)
          .host(0, 6)
          .host(1, 4) // IO1
          .host(1, 5) // CN4
          .host(1, 6) // IO2
          .build();

  private static ForwardingTables route(Fabric fabric, RoutingOptions options) {
    RoutingRequest request = new RoutingRequest(fabric, Net.lids(fabric, 0), options, null);
    return ((RoutingOutcome.Routed) new SsspEngine(2).route(request)).routing().tables();
  }

  /** The ports by which the first switch sends to IO1 and IO2. */
  private Set<Integer> linksToIo(RoutingOptions options) {
    LidMap lids = Net.lids(figure, 0);
    ForwardingTables tables = route(figure, options);
    return new TreeSet<>(
        Set.copyOf(
            List.of(
                tables.port(0, Net.lidAt(figure, lids, 1, 4)),
                tables.port(0, Net.lidAt(figure, lids, 1, 6)))));
  }

  private RoutingOptions io(Optional<List<Long>> compute) {
    return RoutingOptions.DEFAULTS.with(
        NodeLists.of(compute, Optional.of(List.of(guidAt(4), guidAt(6)))));
  }

  private long guidAt(int number) {
    return figure.portGuid(figure.peer(figure.port(1, number)));
  }

  @Test
  void shouldSendAllToTheIoNodesByOneLinkWhereNobodySaysWhichTheyAre() {
    assertThat(linksToIo(RoutingOptions.DEFAULTS)).hasSize(1);
  }

  @Test
  void shouldSendToTheIoNodesByBothLinksWhereTheyAreListed() {
    assertThat(linksToIo(io(Optional.empty()))).containsExactly(1, 2);
    assertThat(linksToIo(io(Optional.of(List.of(guidAt(5)))))).containsExactly(1, 2);
  }

  @Test
  void shouldPassOverAThrottledLinkWhereAnotherLeadsThere() {
    Fabric fabric =
        new Net()
            .switches(2, 8)
            .cable(0, 1, 1, 1, LinkSpeed.SDR)
            .cable(0, 2, 1, 2)
            .cable(0, 3, 1, 3)
            .host(0, 4)
            .host(1, 4)
            .host(1, 5)
            .host(1, 6)
            .build();
    LidMap lids = Net.lids(fabric, 0);
    PortOptions avoiding =
        new PortOptions(false, false, 0, true, Set.of(), Map.of(), Map.of(), List.of(), false);

    ForwardingTables usual = route(fabric, RoutingOptions.DEFAULTS);
    ForwardingTables careful = route(fabric, RoutingOptions.DEFAULTS.with(avoiding));

    assertThat(usual.port(0, Net.lidAt(fabric, lids, 1, 4))).isEqualTo(1);
    assertThat(
            Set.of(4, 5, 6).stream()
                .map(number -> careful.port(0, Net.lidAt(fabric, lids, 1, number))))
        .doesNotContain(1)
        .contains(2, 3);
  }

  /** The four adapters of a leaf send to 60 others, by four links: none can carry less than 60. */
  @Test
  void shouldLoadATreeEvenly() {
    Fabric fabric = TopologySpec.parse("ftree:4,4,4:1,4,4").generate();
    LidMap lids = Net.lids(fabric, 0);
    RoutingOutcome.Routed routed =
        (RoutingOutcome.Routed)
            new SsspEngine(2)
                .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null));
    Verdict verdict =
        Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.CHANNEL_ADAPTERS));

    assertThat(verdict.delivery().undelivered()).isZero();
    assertThat(verdict.hops().nonMinimal()).isZero();
    assertThat(verdict.dependencies().acyclic()).isTrue();
    assertThat(verdict.loads().max()).isEqualTo(60);
  }

  @Test
  void shouldRefuseAFabricWithoutNodes() {
    Fabric empty = new Fabric.Builder().build();
    RoutingRequest request =
        new RoutingRequest(empty, Net.lids(empty, 0), RoutingOptions.DEFAULTS, null);
    assertThat(new SsspEngine(2).route(request)).isInstanceOf(RoutingOutcome.Refused.class);
  }
}
