package io.dateline.routing.sssp;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compute nodes before I/O nodes before others, as OpenSM's manual has it for {@code cn_guid_file}
 * and {@code io_guid_file}: whoever comes first finds the cables empty. One adapter sends from one
 * switch to another, over cables whose numbers are taken in order while they carry the same.
 */
class PrioritiesTest {
  private static final int FIRST_HOST = 5; // cables have the numbers before

  static Stream<RoutingEngine> engines() {
    return Stream.of(new SsspEngine(2), new DfssspEngine(2));
  }

  private static Fabric fabric(int cables, int hosts) {
    Net net = new Net().switches(2, 16);
    for (int number = 1; number <= cables; number++) {
      net.cable(0, number, 1, number);
    }
    net.host(0, FIRST_HOST);
    for (int i = 0; i < hosts; i++) {
      net.host(1, FIRST_HOST + i);
    }
    return net.build();
  }

  private static long guid(Fabric fabric, int host) {
    return fabric.portGuid(fabric.peer(fabric.port(1, FIRST_HOST + host)));
  }

  /**
   * The cables by which the hosts of the far switch are sent to, in their order there.
   *
   * @param compute hosts that are listed, or null where there is no file
   */
  private static List<Integer> cables(
      RoutingEngine engine, Fabric fabric, int hosts, int[] compute, int[] io) {
    RoutingOptions options =
        RoutingOptions.DEFAULTS
            .with(LaneOptions.QOS)
            .with(NodeLists.of(guids(fabric, compute), guids(fabric, io)));
    LidMap lids = Net.lids(fabric, 0);
    Routed routed = (Routed) engine.route(new RoutingRequest(fabric, lids, options, null));
    List<Integer> cables = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      cables.add(routed.routing().tables().port(0, Net.lidAt(fabric, lids, 1, FIRST_HOST + host)));
    }
    return cables;
  }

  private static Optional<List<Long>> guids(Fabric fabric, int[] hosts) {
    return Optional.ofNullable(hosts)
        .map(listed -> Arrays.stream(listed).mapToObj(h -> guid(fabric, h)).toList());
  }

  private static int[] hosts(int... hosts) {
    return hosts;
  }

  /** Compute nodes are the first and third, I/O nodes the fifth and seventh. */
  @ParameterizedTest
  @MethodSource("engines")
  void shouldBalanceEachKindByItself(RoutingEngine engine) {
    Fabric fabric = fabric(2, 8);

    assertThat(cables(engine, fabric, 8, null, null)).containsExactly(1, 2, 1, 2, 1, 2, 1, 2);
    assertThat(cables(engine, fabric, 8, hosts(0, 2), hosts(4, 6)))
        .containsExactly(1, 1, 2, 2, 1, 1, 2, 2);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void shouldServeComputeNodesFirstThenIoNodesThenOthers(RoutingEngine engine) {
    Fabric fabric = fabric(3, 3);
    int other = 0;
    int io = 1;
    int compute = 2;

    assertThat(cables(engine, fabric, 3, null, null)).containsExactly(1, 2, 3);
    List<Integer> both = cables(engine, fabric, 3, hosts(compute), hosts(io));
    assertThat(both.get(compute)).isEqualTo(1);
    assertThat(both.get(io)).isEqualTo(2);
    assertThat(both.get(other)).isEqualTo(3);
  }

  /** With one file only, who is not listed is one of the others. */
  @ParameterizedTest
  @MethodSource("engines")
  void shouldServeWhoeverIsListedFirst(RoutingEngine engine) {
    Fabric fabric = fabric(3, 3);

    assertThat(cables(engine, fabric, 3, hosts(2), null)).containsExactly(2, 3, 1);
    assertThat(cables(engine, fabric, 3, null, hosts(2))).containsExactly(2, 3, 1);
    assertThat(cables(engine, fabric, 3, hosts(1), hosts(1, 2))).containsExactly(3, 1, 2);
  }
}
