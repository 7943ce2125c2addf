package io.dateline.routing.minhop;

import static io.dateline.routing.Net.lidAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.routing.GuidPort;
import io.dateline.routing.Net;
import io.dateline.routing.PortOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What each option does, on two switches with four cables between them. */
class PortOptionsTest {
  private static final int CABLES = 4;
  private static final int HOSTS = 8;

  private final Fabric fabric = pair(LinkSpeed.EDR);
  private final LidMap lids = Net.lids(fabric, 0);

  /** Cables on ports 1 to 4 of both, hosts on the ports behind; cable 1 has a speed. */
  private static Fabric pair(LinkSpeed first) {
    Net net = new Net().switches(2, CABLES + HOSTS);
    for (int number = 1; number <= CABLES; number++) {
      net.cable(0, number, 1, number, number == 1 ? first : LinkSpeed.EDR);
    }
    for (int number = CABLES + 1; number <= CABLES + HOSTS; number++) {
      net.host(0, number).host(1, number);
    }
    return net.build();
  }

  private RoutingOutcome.Routed route(Fabric which, PortOptions options) {
    RoutingOptions all = RoutingOptions.DEFAULTS.with(options);
    return (RoutingOutcome.Routed)
        new MinHopEngine(2).route(new RoutingRequest(which, lids, all, null));
  }

  private ForwardingTables tables(PortOptions options) {
    return route(fabric, options).routing().tables();
  }

  /** The ports by which the first switch sends to the hosts of the second. */
  private List<Integer> ports(ForwardingTables tables) {
    return IntStream.rangeClosed(CABLES + 1, CABLES + HOSTS)
        .mapToObj(number -> tables.port(0, lidAt(fabric, lids, 1, number)))
        .toList();
  }

  private static PortOptions options(
      boolean shifting, int scatter, Set<GuidPort> ignored, Map<GuidPort, Integer> weights) {
    return new PortOptions(
        false, shifting, scatter, false, ignored, weights, Map.of(), List.of(), false);
  }

  @Test
  void shouldDrawNothingForWhoIsRoutedFirstWhereThatIsSaid() {
    List<Long> order =
        IntStream.rangeClosed(CABLES + 1, CABLES + HOSTS)
            .mapToObj(number -> fabric.portGuid(fabric.peer(fabric.port(1, number))))
            .toList();
    List<Integer> inTurns = List.of(1, 2, 3, 4, 1, 2, 3, 4);

    for (int seed = 1; seed <= 5; seed++) {
      PortOptions drawn =
          new PortOptions(false, false, seed, false, Set.of(), Map.of(), Map.of(), order, false);
      PortOptions undrawn =
          new PortOptions(false, false, seed, false, Set.of(), Map.of(), Map.of(), order, true);
      assertThat(ports(tables(drawn))).as("seed %d", seed).isNotEqualTo(inTurns);
      assertThat(ports(tables(undrawn))).as("seed %d", seed).isEqualTo(inTurns);
    }
  }

  @Test
  void shouldDrawPortsBySeedAndTheSameOnesAgain() {
    PortOptions seven = options(false, 7, Set.of(), Map.of());

    ForwardingTables drawn = tables(seven);

    assertThat(drawn.equals(tables(seven))).isTrue();
    Set<List<Integer>> draws = new HashSet<>();
    for (int seed = 1; seed <= 20; seed++) {
      List<Integer> ports = ports(tables(options(false, seed, Set.of(), Map.of())));
      // Whatever is drawn, each cable gets as many as any other.
      for (int number = 1; number <= CABLES; number++) {
        int cable = number;
        assertThat(ports.stream().filter(port -> port == cable)).hasSize(HOSTS / CABLES);
      }
      draws.add(ports);
    }
    assertThat(draws).hasSizeGreaterThan(10);
  }

  @Test
  void shouldBeginElsewhereEachTimeWhenShifting() {
    assertThat(ports(tables(options(true, 0, Set.of(), Map.of()))))
        .isNotEqualTo(ports(tables(PortOptions.DEFAULTS)))
        .contains(1, 2, 3, 4);
  }

  @Test
  void shouldTakeAnIgnoredPortForOneWithoutPaths() {
    Set<GuidPort> ignored = Set.of(new GuidPort(fabric.nodeGuid(0), 3));

    List<Integer> ports = ports(tables(options(false, 0, ignored, Map.of())));

    assertThat(ports).containsExactly(1, 2, 3, 3, 3, 3, 3, 3);
  }

  @Test
  void shouldLeaveByTheLightestPortsInOneDirectionOnly() {
    long guid = fabric.nodeGuid(0);
    Map<GuidPort, Integer> weights = Map.of(new GuidPort(guid, 1), 2, new GuidPort(guid, 4), 255);

    ForwardingTables tables = tables(options(false, 0, Set.of(), weights));

    assertThat(ports(tables)).containsExactly(2, 3, 2, 3, 2, 3, 2, 3);
    assertThat(tables.port(1, lidAt(fabric, lids, 0, CABLES + 1))).isEqualTo(1);
  }

  @Test
  void shouldGoRoundByMoreHopsWhereTheyWeighLess() {
    Fabric triangle =
        new Net().switches(3, 4).cable(0, 1, 1, 1).cable(1, 2, 2, 2).cable(2, 1, 0, 2).build();
    LidMap some = Net.lids(triangle, 0);
    Map<GuidPort, Integer> weights = Map.of(new GuidPort(triangle.nodeGuid(0), 1), 3);
    RoutingOptions all = RoutingOptions.DEFAULTS.with(options(false, 0, Set.of(), weights));

    RoutingOutcome outcome =
        new MinHopEngine(1).route(new RoutingRequest(triangle, some, all, null));

    ForwardingTables tables = ((RoutingOutcome.Routed) outcome).routing().tables();
    assertThat(tables.port(0, some.baseLid(triangle.port(1, 0)))).isEqualTo(2);
    assertThat(tables.port(1, some.baseLid(triangle.port(0, 0)))).isEqualTo(1);
  }

  @Test
  void shouldTryPortsInTheOrderGiven() {
    PortOptions options =
        new PortOptions(
            false,
            false,
            0,
            false,
            Set.of(),
            Map.of(),
            Map.of(fabric.nodeGuid(0), List.of(3, 1)),
            List.of(),
            false);

    assertThat(ports(tables(options))).containsExactly(3, 1, 2, 4, 3, 1, 2, 4);
  }

  @Test
  void shouldDealWithListedEndPortsFirst() {
    long last = fabric.portGuid(fabric.peer(fabric.port(1, CABLES + HOSTS)));
    PortOptions options =
        new PortOptions(false, false, 0, false, Set.of(), Map.of(), Map.of(), List.of(last), false);

    assertThat(ports(tables(options))).containsExactly(2, 3, 4, 1, 2, 3, 4, 1);
  }

  @Test
  void shouldAvoidThrottledLinksWhereOthersLeadThere() {
    PortOptions options =
        new PortOptions(false, false, 0, true, Set.of(), Map.of(), Map.of(), List.of(), false);

    ForwardingTables tables = route(pair(LinkSpeed.QDR), options).routing().tables();

    assertThat(ports(tables)).containsExactly(2, 3, 4, 2, 3, 4, 2, 3);
  }

  @Test
  void shouldWarnOfWhatIsNotThereAndSkipIt() {
    long guid = fabric.nodeGuid(0);
    PortOptions options =
        new PortOptions(
            false,
            false,
            0,
            false,
            Set.of(new GuidPort(0x77, 1)),
            Map.of(new GuidPort(guid, 13), 2, new GuidPort(guid, 1), 256),
            Map.of(guid, List.of(0, 2, 2)),
            List.of(0x99L),
            false);

    RoutingOutcome.Routed routed = route(fabric, options);

    assertThat(routed.warnings())
        .containsExactly(
            "port_prof_ignore_file: there is no switch 0x0000000000000077",
            "hop_weights_file: the weight of port 1 of switch 0x0000000000000100 is 256, but"
                + " weights are 1 to 255",
            "hop_weights_file: switch 0x0000000000000100 has ports 1 to 12, not 13",
            "port_search_ordering_file: switch 0x0000000000000100 has ports 1 to 12, not 0",
            "port_search_ordering_file: port 2 of switch 0x0000000000000100 is listed twice",
            "guid_routing_order_file: there is no end port 0x0000000000000099");
    assertThat(ports(routed.routing().tables())).containsExactly(2, 1, 3, 4, 2, 1, 3, 4);
  }
}
