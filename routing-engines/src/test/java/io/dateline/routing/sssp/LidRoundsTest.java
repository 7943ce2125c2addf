package io.dateline.routing.sssp;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.sssp.LayeredTables.Choice;
import io.dateline.routing.sssp.ShortestTrees.Ties;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LidRoundsTest {
  private static final int SOME = 24; // one in so many has a second turn on large fabrics

  private static SsspEngine.Task task(Fabric fabric, LidMap lids, RoutingOptions options) {
    return SsspEngine.Task.of(new RoutingRequest(fabric, lids, options, null));
  }

  /** LIDs whose entries are not the same everywhere. */
  private static long different(ForwardingTables one, ForwardingTables other, int[] lids) {
    return IntStream.of(lids)
        .filter(
            lid ->
                IntStream.range(0, one.switchCount())
                    .anyMatch(node -> one.port(node, lid) != other.port(node, lid)))
        .count();
  }

  private static int[] adapters(Fabric fabric, LidMap lids) {
    return IntStream.of(lids.usedLids())
        .filter(lid -> !fabric.isSwitch(fabric.nodeOf(lids.port(lid))))
        .toArray();
  }

  @Test
  void shouldRouteSomeAgainOnALargeFabricIfThereIsTime() {
    Fabric fabric = TopologySpec.parse("dragonfly:8,4,4").generate();
    LidMap lids = Net.lids(fabric, 0);
    SsspEngine.Task task = task(fabric, lids, RoutingOptions.DEFAULTS);
    int[] adapters = adapters(fabric, lids);
    ForwardingTables once = LayeredTables.fresh(task, Ties.OF_DESTINATION, Choice.ONCE).tables();

    ForwardingTables hasty = SsspEngine.balance(task, Ties.OF_DESTINATION).tables();
    ForwardingTables patient =
        LayeredTables.fresh(task, Ties.OF_DESTINATION, Choice.BALANCED).tables();

    assertThat(different(once, hasty, adapters)).isZero();
    assertThat(different(once, patient, adapters)).isBetween(1L, (long) adapters.length / SOME);
  }

  /** Neither at first nor later: they are not routed again for the sake of those behind them. */
  @Test
  void shouldRouteComputeNodesAsIfThereWereNoOthers() {
    Fabric fabric = TopologySpec.parse("jellyfish:48,6,3,3").generate();
    LidMap lids = Net.lids(fabric, 0);
    List<Long> compute = new ArrayList<>();
    List<Long> io = new ArrayList<>();
    for (int lid : adapters(fabric, lids)) {
      List<Long> kind = lid % 3 == 0 ? io : compute;
      kind.add(fabric.portGuid(lids.port(lid)));
    }
    int[] computeLids = IntStream.of(adapters(fabric, lids)).filter(lid -> lid % 3 != 0).toArray();

    ForwardingTables withIo = balanced(fabric, lids, compute, Optional.of(io));
    ForwardingTables withoutIo =
        balanced(fabric, lids, compute, Optional.of(io.subList(0, io.size() / 2)));

    assertThat(different(withIo, withoutIo, computeLids)).isZero();
    assertThat(different(withIo, withoutIo, adapters(fabric, lids))).isPositive();
  }

  private static ForwardingTables balanced(
      Fabric fabric, LidMap lids, List<Long> compute, Optional<List<Long>> io) {
    RoutingOptions options = RoutingOptions.DEFAULTS.with(NodeLists.of(Optional.of(compute), io));
    return SsspEngine.balance(task(fabric, lids, options), Ties.OF_DESTINATION).tables();
  }
}
