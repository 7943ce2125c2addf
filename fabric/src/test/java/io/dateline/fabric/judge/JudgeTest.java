package io.dateline.fabric.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import org.junit.jupiter.api.Test;

/** The judge on tables made by hand. */
class JudgeTest {
  private static final int HOST_PORT = 3;
  private static final int UP = 1; // on a ring: to the next switch
  private static final int BACK = 2; // to the one before

  /** Switches in a ring, an adapter on each; everything goes round the same way. */
  private static Bench ring(int length) {
    Bench bench = new Bench().switches(length, 4);
    for (int node = 0; node < length; node++) {
      bench.cable(node, UP, (node + 1) % length, BACK).host(node, HOST_PORT);
    }
    bench.build(0);
    for (int at = 0; at < length; at++) {
      for (int to = 0; to < length; to++) {
        bench.entry(at, bench.adapterLid(to), at == to ? HOST_PORT : UP);
        bench.entry(at, bench.switchLid(to), at == to ? 0 : UP);
      }
    }
    return bench;
  }

  @Test
  void shouldFindEveryPairServedAndNothingWrongOnTwoSwitches() {
    Bench bench = ring(2);

    Verdict verdict = bench.judge(Scope.ALL_END_PORTS);

    assertThat(verdict.sound()).isTrue();
    assertThat(verdict.delivery().pairs()).isEqualTo(12);
    assertThat(verdict.delivery().caPairs()).isEqualTo(2);
    assertThat(verdict.delivery().undelivered()).isZero();
    // One hop more to an adapter than to its switch's port 0.
    assertThat(verdict.hops().histogram()).containsExactly(2, 6, 4);
    assertThat(verdict.hops().mean()).isEqualTo(14 / 12.0);
    assertThat(verdict.loads().max()).isEqualTo(1);
    assertThat(verdict.loads().channels()).isEqualTo(4);
    assertThat(verdict.loads().mean()).isEqualTo(0.5);
    assertThat(verdict.vls()).isEqualTo(1);
  }

  @Test
  void shouldCountOnlyAdaptersWhenScopeSaysSo() {
    Verdict verdict = ring(5).judge(Scope.CHANNEL_ADAPTERS);

    assertThat(verdict.delivery().pairs()).isEqualTo(20);
    assertThat(verdict.delivery().caPairs()).isEqualTo(20);
    assertThat(verdict.hops().histogram()).containsExactly(0, 0, 5, 5, 5, 5);
    assertThat(verdict.hops().nonMinimal()).isEqualTo(10);
    assertThat(verdict.loads().max()).isEqualTo(1 + 2 + 3 + 4);
  }

  @Test
  void shouldShowCreditLoopOfRingAsRealCycle() {
    Bench bench = ring(4);

    Dependencies graph = bench.judge(Scope.CHANNEL_ADAPTERS).dependencies();

    assertThat(graph.channels()).isEqualTo(4);
    assertThat(graph.dependencies()).isEqualTo(4);
    assertThat(graph.cycle()).hasSize(4);
    for (int i = 0; i < 4; i++) {
      Lane lane = graph.cycle().get(i);
      Lane next = graph.cycle().get((i + 1) % 4);
      assertThat(lane.vl()).isZero();
      assertThat(bench.fabric().portNumber(lane.channel())).isEqualTo(UP);
      assertThat(bench.fabric().nodeOf(next.channel()))
          .isEqualTo(bench.fabric().nodeOf(bench.fabric().peer(lane.channel())));
    }
    assertThat(graph.cycle().getFirst().describe(bench.fabric()))
        .isEqualTo(
            "\"s0\" (0x0000000000000100) port 1 -> \"s1\" (0x0000000000000101) port 2 on VL 0");
  }

  @Test
  void shouldFindCreditLoopOfManyChannels() {
    int length = 1500;

    Dependencies graph = ring(length).judge(Scope.CHANNEL_ADAPTERS).dependencies();

    assertThat(graph.dependencies()).isEqualTo(length);
    assertThat(graph.cycle()).hasSize(length).doesNotHaveDuplicates();
  }

  /** A ring of four with an adapter on each switch; everything takes the shorter way, or UP. */
  private static Bench shortRing() {
    Bench bench = ring(4);
    for (int to = 0; to < 4; to++) {
      bench.entry((to + 1) % 4, bench.adapterLid(to), BACK);
    }
    return bench;
  }

  @Test
  void shouldFindCreditLoopOnOneLaneButNoneOnTwoWithDateline() {
    Bench bench = shortRing();
    // Paths over the dateline, the cable between switches 3 and 0, have SL 1 and so VL 1.
    PathSl crossing =
        (source, destination) -> {
          int from = switchOf(bench, source);
          int to = switchOf(bench, destination);
          boolean up = Math.floorMod(to - from, 4) <= 2;
          return up == from > to ? 1 : 0;
        };

    Dependencies one = bench.judge(Scope.CHANNEL_ADAPTERS).dependencies();
    Dependencies two =
        bench.judge(Scope.CHANNEL_ADAPTERS, SlToVl.IDENTITY, crossing).dependencies();

    assertThat(one.channels()).isEqualTo(8);
    assertThat(one.dependencies()).isEqualTo(4);
    assertThat(one.cycle()).hasSize(4);
    assertThat(two.cycle()).isEmpty();
    assertThat(two.acyclic()).isTrue();
    assertThat(two.channelsByVl()).startsWith(6, 4, 0);
    assertThat(two.dependenciesByVl()).startsWith(2, 2, 0);
  }

  @Test
  void shouldTellLanesApartByTheWayPacketsCameIn() {
    Bench bench = ring(4);
    SlToVl changing = (node, in, out, sl) -> node == 3 && in == BACK && out == UP ? 1 : 0;

    Dependencies graph = bench.judge(Scope.CHANNEL_ADAPTERS, changing, PathSl.ZERO).dependencies();

    // Packets that pass switch 3 leave it on VL 1, those that begin there on VL 0.
    assertThat(graph.channelsByVl()).startsWith(4, 1, 0);
    assertThat(graph.dependenciesByVl()).startsWith(4, 1, 0);
    assertThat(graph.cycle()).extracting(Lane::vl).containsExactlyInAnyOrder(0, 0, 0, 1);
  }

  private static int switchOf(Bench bench, int lid) {
    int port = bench.lids().port(lid);
    return bench.fabric().nodeOf(bench.fabric().peer(port));
  }

  @Test
  void shouldNameLoopWithSwitchesInOrder() {
    Bench bench = ring(4);
    int lid = bench.adapterLid(3);
    bench.entry(2, lid, BACK); // 0 -> 1 -> 2 -> 1 ...

    Verdict verdict = bench.judge(Scope.CHANNEL_ADAPTERS);

    assertThat(verdict.sound()).isFalse();
    assertThat(verdict.delivery().undelivered(Fault.LOOP)).isEqualTo(3);
    assertThat(verdict.delivery().loops()).isEqualTo(1);
    Loop loop = verdict.delivery().loopExamples().getFirst();
    assertThat(loop.destinationLid()).isEqualTo(lid);
    assertThat(loop.switches(bench.fabric())).containsExactly(1, 2);
    assertThat(verdict.delivery().examples().getFirst())
        .isEqualTo(new Undelivered(bench.adapterPort(0), lid, Fault.LOOP, 1, UP));
  }

  @Test
  void shouldCountLoopOnceForAllLidsThatGoRoundIt() {
    Bench bench = ring(3);
    for (int to = 0; to < 3; to++) {
      bench.entry(to, bench.adapterLid(to), UP);
    }

    Delivery delivery = bench.judge(Scope.CHANNEL_ADAPTERS).delivery();

    assertThat(delivery.undelivered()).isEqualTo(6);
    assertThat(delivery.loops()).isEqualTo(1);
    assertThat(delivery.loopExamples()).hasSize(1);
  }

  @Test
  void shouldNameBlackHole() {
    Bench bench = ring(3);
    int lid = bench.adapterLid(2);
    bench.entry(1, lid, ForwardingTables.NO_PORT);

    Delivery delivery = bench.judge(Scope.CHANNEL_ADAPTERS).delivery();

    assertThat(delivery.undelivered()).isEqualTo(2);
    assertThat(delivery.disconnected()).isZero();
    assertThat(delivery.examples().getFirst())
        .isEqualTo(
            new Undelivered(
                bench.adapterPort(0), lid, Fault.NO_ENTRY, 1, ForwardingTables.NO_PORT));
    assertThat(delivery.examples().getFirst().describe(bench.fabric()))
        .isEqualTo(
            "\"h0\" (0x0000000000010000) port 1 to LID "
                + lid
                + " stops at \"s1\" (0x0000000000000101): no entry");
  }

  @Test
  void shouldNameEntryThatEndsAtTheWrongEndPort() {
    Bench bench = ring(3);
    int lid = bench.adapterLid(2);
    bench.entry(1, lid, HOST_PORT);
    bench.entry(0, lid, 0);

    Delivery delivery = bench.judge(Scope.CHANNEL_ADAPTERS).delivery();

    assertThat(delivery.undelivered(Fault.WRONG_END_PORT)).isEqualTo(2);
    assertThat(delivery.examples())
        .containsExactly(
            new Undelivered(bench.adapterPort(0), lid, Fault.WRONG_END_PORT, 0, 0),
            new Undelivered(bench.adapterPort(1), lid, Fault.WRONG_END_PORT, 1, HOST_PORT));
  }

  @Test
  void shouldNameEntryToPortThatIsDownOrAbsent() {
    Bench bench = ring(3);
    int lid = bench.adapterLid(2);
    bench.entry(0, lid, 4); // no cable
    bench.entry(1, lid, 5); // the switch ends at port 4

    assertThat(bench.judge(Scope.CHANNEL_ADAPTERS).delivery().examples())
        .containsExactly(
            new Undelivered(bench.adapterPort(0), lid, Fault.DOWN_PORT, 0, 4),
            new Undelivered(bench.adapterPort(1), lid, Fault.ABSENT_PORT, 1, 5));
  }

  @Test
  void shouldTellPairsThatNoCablesJoinFromThoseThatTablesFail() {
    Bench bench = new Bench().switches(2, 4).host(0, 1).host(1, 1).build(0);
    bench.entry(0, bench.adapterLid(0), 1).entry(1, bench.adapterLid(1), 1);

    Verdict verdict = bench.judge(Scope.CHANNEL_ADAPTERS);

    assertThat(verdict.delivery().undelivered()).isEqualTo(2);
    assertThat(verdict.delivery().disconnected()).isEqualTo(2);
    assertThat(verdict.sound()).isTrue();
  }

  @Test
  void shouldCountPairDroppedOnLane15AsUndelivered() {
    Bench bench = ring(3);
    SlToVl dropping = (node, in, out, sl) -> node == 1 && in == BACK ? SlToVl.DROP : 0;

    Verdict verdict = bench.judge(Scope.CHANNEL_ADAPTERS, dropping, PathSl.ZERO);

    // From 0 to 1 and 2, and from 2 to 1, packets pass switch 1's port 2.
    assertThat(verdict.delivery().undelivered(Fault.DROPPED)).isEqualTo(3);
    assertThat(verdict.delivery().examples())
        .contains(new Undelivered(bench.adapterPort(0), bench.adapterLid(2), Fault.DROPPED, 1, UP));
    assertThat(verdict.dependencies().dependencies()).isEqualTo(1);
    assertThat(verdict.dependencies().acyclic()).isTrue();
  }

  @Test
  void shouldJudgeFabricWithoutAnyLid() {
    Bench bench = new Bench().build(0);

    Verdict verdict = bench.judge(Scope.ALL_END_PORTS);

    assertThat(verdict.delivery().pairs()).isZero();
    assertThat(verdict.hops().max()).isZero();
    assertThat(verdict.hops().mean()).isZero();
    assertThat(verdict.loads().max()).isZero();
    assertThat(verdict.sound()).isTrue();
  }

  @Test
  void shouldNameAtMostAsManyExamplesAsAsked() {
    Bench bench = ring(6);
    bench.tables().row(0)[bench.adapterLid(3)] = (byte) ForwardingTables.NO_PORT;
    JudgeOptions two = new JudgeOptions(Scope.CHANNEL_ADAPTERS, 3, 2);

    Delivery delivery =
        Judge.judge(bench.fabric(), bench.lids(), Routing.singleLane("hand", bench.tables()), two)
            .delivery();

    assertThat(delivery.undelivered()).isEqualTo(3);
    assertThat(delivery.examples()).hasSize(2);
  }

  @Test
  void shouldRefuseTablesOfAnotherFabric() {
    Bench bench = ring(3);
    Routing other = Routing.singleLane("hand", new ForwardingTables(2, 6));

    assertThatThrownBy(
            () ->
                Judge.judge(
                    bench.fabric(), bench.lids(), other, JudgeOptions.of(Scope.CHANNEL_ADAPTERS)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 switches for a fabric of 3");
  }

  @Test
  void shouldRefuseServiceLevelThatDoesNotExist() {
    Bench bench = ring(3);

    assertThatThrownBy(() -> bench.judge(Scope.CHANNEL_ADAPTERS, SlToVl.IDENTITY, (from, to) -> 16))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is 16");
  }
}
