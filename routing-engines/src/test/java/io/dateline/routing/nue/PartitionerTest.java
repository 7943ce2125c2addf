package io.dateline.routing.nue;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What another way to divide destinations has a say in, and what not. */
class PartitionerTest {
  private static final int LANES = 4;
  private static final TopologySpec TORUS = TopologySpec.parse("torus:4x4x4:1");
  private static final RoutingOptions BUILT_IN =
      RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(LANES, false));
  private static final RoutingOptions METIS = BUILT_IN.with(BUILT_IN.lanes().withMetis(true));

  private static final Partitioner BY_NUMBER =
      (graph, weights, parts) -> {
        int[] divided = new int[graph.switchCount];
        Arrays.setAll(divided, node -> node % parts);
        return new Partitioner.Divided(divided);
      };
  private static final Partitioner ABSENT =
      (graph, weights, parts) -> new Partitioner.Unavailable("there is none");
  private static final Partitioner UNASKED =
      (graph, weights, parts) -> {
        throw new AssertionError("nobody was to be asked");
      };

  private final Fabric fabric = TORUS.generate();
  private final LidMap lids = Net.lids(fabric, 1);

  private Routed route(Partitioner partitioner, RoutingOptions options, EngineMemory memory) {
    return route(fabric, lids, partitioner, options, memory);
  }

  private static Routed route(
      Fabric fabric,
      LidMap lids,
      Partitioner partitioner,
      RoutingOptions options,
      EngineMemory memory) {
    return (Routed)
        new NueEngine(2, partitioner)
            .route(new RoutingRequest(fabric, lids, options, null, memory));
  }

  private static void assertByNumber(Fabric whole, Fabric fabric, LidMap lids, Routed routed) {
    for (int port : fabric.endPorts()) {
      if (!fabric.isSwitch(fabric.nodeOf(port))) {
        int other = whole.endPortByGuid(fabric.portGuid(port));
        int home = whole.nodeOf(whole.peer(other));
        for (int i = 0; i < lids.lidCount(port); i++) {
          assertThat(routed.routing().pathSl().sl(1, lids.baseLid(port) + i))
              .isEqualTo(home % LANES);
        }
      }
    }
  }

  @Test
  void shouldAskNobodyUnlessAnOptionSaysSo() {
    assertThat(route(UNASKED, BUILT_IN, EngineMemory.NONE).routing().vlCount()).isEqualTo(LANES);
  }

  @Test
  void shouldAskNobodyForASingleLane() {
    RoutingOptions one = METIS.with(METIS.lanes().withNue(1, false));
    assertThat(route(UNASKED, one, EngineMemory.NONE).routing().vlCount()).isEqualTo(1);
  }

  @Test
  void shouldDivideAsTheOtherOneSays() {
    Routed routed = route(BY_NUMBER, METIS, EngineMemory.NONE);

    assertThat(routed.warnings()).isEmpty();
    assertByNumber(fabric, fabric, lids, routed);
  }

  @Test
  void shouldDivideByItselfWhereTheOtherOneCannot() {
    Routed routed = route(ABSENT, METIS, EngineMemory.NONE);

    assertThat(routed.warnings())
        .containsExactly(
            "nue_metis asks for METIS, but there is none: the built-in partition is used");
    Routed builtIn = route(UNASKED, BUILT_IN, EngineMemory.NONE);
    assertThat(routed.routing().tables()).isEqualTo(builtIn.routing().tables());
    assertThat(routed.memory()).isEqualTo(builtIn.memory());
  }

  /** As where the master changes to a node without METIS, and then a cable and a switch fail. */
  @Test
  void shouldLeaveWhatWasDividedOnceWhereverItIsRoutedNext() {
    EngineMemory memory = route(BY_NUMBER, METIS, EngineMemory.NONE).memory();

    Routed again = route(UNASKED, METIS, memory);
    assertThat(again.warnings()).isEmpty();
    assertByNumber(fabric, fabric, lids, again);
    Fabric damaged =
        TORUS.withFaults(NetworkFaults.NONE.dropLinks(2, 1).dropSwitches(1, 1)).generate();
    LidMap left = Net.lids(damaged, 1);
    assertByNumber(fabric, damaged, left, route(damaged, left, UNASKED, METIS, memory));
  }
}
