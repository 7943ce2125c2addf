package io.dateline.sim;

import static io.dateline.sim.Bench.LID_HOST1;
import static io.dateline.sim.Bench.LID_HOST3;
import static io.dateline.sim.Bench.LID_SWITCH2;
import static io.dateline.sim.Bench.TO_HOST2;
import static io.dateline.sim.Bench.TO_HOST3;
import static io.dateline.sim.Bench.TO_SWITCH1;
import static io.dateline.sim.Bench.TO_SWITCH2;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Lid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.MadPacket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** IBA Vol 1, 14.2.2 (directed routes) and 18.2.4.3 (forwarding). */
class PacketWalkTest {
  private final Bench bench = new Bench();

  private NodeInfo nodeInfo(DirectedRoute route) {
    Mad reply = bench.get(route, AttributeId.NODE_INFO, 0);
    assertThat(reply).isNotNull();
    assertThat(reply.status()).isZero();
    assertThat(reply.hopPointer()).isZero();
    return NodeInfo.of(Smp.data(reply));
  }

  @Test
  void shouldReachEveryNodeByADirectedRouteAndComeBack() {
    assertThat(nodeInfo(DirectedRoute.LOCAL).nodeGuid()).isEqualTo(Bench.HOST1);
    assertThat(nodeInfo(TO_SWITCH1).nodeGuid()).isEqualTo(Bench.SWITCH1);
    assertThat(nodeInfo(TO_SWITCH1).localPortNum()).isEqualTo(1);
    assertThat(nodeInfo(TO_SWITCH2).localPortNum()).isEqualTo(3);
    assertThat(nodeInfo(TO_HOST3).nodeGuid()).isEqualTo(Bench.HOST3);
    assertThat(nodeInfo(TO_SWITCH2.then(4).then(3)).nodeGuid()).isEqualTo(Bench.SWITCH2);
    assertThat(nodeInfo(TO_SWITCH1.then(1)).nodeGuid()).isEqualTo(Bench.HOST1);
  }

  @Test
  void shouldRecordTheReturnPath() {
    Mad reply = bench.get(TO_HOST3, AttributeId.NODE_INFO, 0);

    assertThat(reply.returnPath(1)).isEqualTo(1);
    assertThat(reply.returnPath(2)).isEqualTo(3);
    assertThat(reply.returnPath(3)).isEqualTo(1);
  }

  @Test
  void shouldLoseDirectedRoutesThatLeadNowhere() {
    assertThat(bench.get(DirectedRoute.LOCAL.then(2), AttributeId.NODE_INFO, 0)).isNull();
    assertThat(bench.get(TO_SWITCH1.then(0), AttributeId.NODE_INFO, 0)).isNull();
    assertThat(bench.get(TO_SWITCH1.then(5), AttributeId.NODE_INFO, 0)).isNull();
    assertThat(bench.get(TO_SWITCH2.then(2), AttributeId.NODE_INFO, 0)).isNull();
    assertThat(bench.get(TO_HOST2.then(1), AttributeId.NODE_INFO, 0)).isNull();
    assertThat(bench.simulated.stats().lost()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 65, 127, 128, 255})
  void shouldDropMalformedHopCounts(int hopCount) {
    Mad smp = Smp.get(TO_SWITCH1, AttributeId.NODE_INFO, 0, 0).u8(7, hopCount);

    assertThat(bench.simulated.send(bench.host1.attachment, MadPacket.directed(smp))).isFalse();
  }

  @Test
  void shouldDropMalformedHopPointersAndDirections() {
    Mad pointer = Smp.get(TO_SWITCH1, AttributeId.NODE_INFO, 0, 0).hopPointer(1);
    Mad direction = Smp.get(TO_SWITCH1, AttributeId.NODE_INFO, 0, 0).u16(4, Mad.DIRECTION_BIT);

    assertThat(bench.simulated.send(bench.host1.attachment, MadPacket.directed(pointer))).isFalse();
    assertThat(bench.simulated.send(bench.host1.attachment, MadPacket.directed(direction)))
        .isFalse();
  }

  @Test
  void shouldFollowTheForwardingTables() {
    bench.bringUp();
    Mad get = Smp.lidRouted(Mad.GET, AttributeId.NODE_INFO, 0, 0).transactionId(9);

    assertThat(bench.host1.send(get, LID_SWITCH2)).isTrue();

    MadPacket reply = bench.host1.received.remove();
    assertThat(reply.remoteLid()).isEqualTo(LID_SWITCH2);
    assertThat(NodeInfo.of(Smp.data(reply.mad())).nodeGuid()).isEqualTo(Bench.SWITCH2);
    assertThat(NodeInfo.of(Smp.data(reply.mad())).localPortNum()).isEqualTo(3);
  }

  @Test
  void shouldLosePacketsWhereTheTableSaysNothingOrALoop() {
    bench.bringUp();
    bench.table(TO_SWITCH1, 1, 2, 255, 0, 3);
    assertThat(bench.host1.send(lidRouted(), LID_HOST3)).isFalse();
    bench.table(TO_SWITCH1, 1, 2, 3, 0, 3);
    bench.table(TO_SWITCH2, 3, 3, 4, 3, 0);
    assertThat(bench.host1.send(lidRouted(), LID_HOST3)).isFalse();
    bench.table(TO_SWITCH2, 3, 3, 1, 3, 0);
    assertThat(bench.host1.send(lidRouted(), LID_HOST3)).isTrue();
    bench.table(TO_SWITCH2, 3, 3, 0, 3, 0); // to its own port 0, which has another LID
    assertThat(bench.host1.send(lidRouted(), LID_HOST3)).isFalse();
  }

  @Test
  void shouldLoseTheAnswerWhereTheWayBackIsMissing() {
    bench.bringUp();
    bench.table(TO_SWITCH2, 255, 3, 1, 3, 0);

    assertThat(bench.host1.send(lidRouted(), LID_HOST3)).isFalse();
    assertThat(bench.host1.received).isEmpty();
  }

  @Test
  void shouldCarryOnlySmpsOverLinksThatAreNotArmed() {
    bench.bringUp();
    bench.move(TO_SWITCH1, 3, PortState.DOWN);

    assertThat(bench.host1.send(lidRouted(), LID_HOST3)).isTrue();
    assertThat(bench.host1.send(performance(), LID_HOST3)).isFalse();
    bench.move(TO_SWITCH1, 3, PortState.ARMED);
    bench.move(TO_SWITCH2, 3, PortState.ARMED);
    assertThat(bench.host1.send(performance(), LID_HOST3)).isTrue();
  }

  @Test
  void shouldDeliverToEveryLidOfAPort() {
    bench.bringUp();
    assertThat(bench.setPortInfo(TO_HOST3, 0, i -> i.lid(6).lmc(1))).isZero();
    bench.table(TO_SWITCH1, 1, 2, 3, 0, 3, 3, 3, 3);
    bench.table(TO_SWITCH2, 3, 3, 1, 3, 0, 1, 1, 1);

    assertThat(bench.host1.send(lidRouted(), 6)).isTrue();
    assertThat(bench.host1.send(lidRouted(), 7)).isTrue();
    assertThat(bench.host1.send(lidRouted(), 8)).isFalse();
    assertThat(bench.host1.send(lidRouted(), LID_HOST3)).isFalse();
  }

  @Test
  void shouldReachANodeByLidThenByDirectedRoute() {
    bench.bringUp();
    Mad smp = Smp.get(DirectedRoute.LOCAL.then(1), AttributeId.NODE_INFO, 0, 0);
    smp.u16(32, LID_HOST1); // DrSLID: the directed part begins at the destination of the packet

    assertThat(
            bench.simulated.send(bench.host1.attachment, new MadPacket(smp, 0, LID_SWITCH2, 0, 0)))
        .isTrue();
    Mad reply = bench.host1.received.remove().mad();
    assertThat(NodeInfo.of(Smp.data(reply)).nodeGuid()).isEqualTo(Bench.HOST3);
  }

  @Test
  void shouldReachANodeByDirectedRouteThenByLid() {
    bench.bringUp();
    Mad smp = Smp.get(TO_SWITCH2, AttributeId.NODE_INFO, 0, 0);
    smp.u16(34, LID_HOST3); // DrDLID: LID-routed from where the directed part ends

    assertThat(bench.simulated.send(bench.host1.attachment, MadPacket.directed(smp))).isTrue();
    Mad reply = bench.host1.received.remove().mad();
    assertThat(NodeInfo.of(Smp.data(reply)).nodeGuid()).isEqualTo(Bench.HOST3);
  }

  @Test
  void shouldCarryRequestsToTheProgramAtTheOtherEndAndItsAnswerBack() {
    bench.bringUp();
    Mad query = new Mad().u8(0, 1).u8(1, Mad.CLASS_SUBN_ADM).u8(2, 2).method(Mad.GET);
    query.transactionId(0x1234_5678_9ABCL);

    assertThat(bench.host3.send(query, LID_HOST1)).isTrue();
    MadPacket atManager = bench.host1.received.remove();
    assertThat(atManager.remoteLid()).isEqualTo(LID_HOST3);
    assertThat(atManager.queuePair()).isEqualTo(1);
    Mad answer = atManager.mad().copy().method(Mad.GET_RESP);
    assertThat(bench.simulated.send(bench.host1.attachment, atManager.reply(answer))).isTrue();
    MadPacket atAsker = bench.host3.received.remove();
    assertThat(atAsker.mad().transactionId()).isEqualTo(0x1234_5678_9ABCL);
    assertThat(atAsker.remoteLid()).isEqualTo(LID_HOST1);
  }

  @Test
  void shouldGiveSmInfoToTheProgramThatIsTheManagerAndItsAnswerToTheAsker() {
    bench.bringUp();
    Bench.Program other = bench.new Program(bench.port(Bench.HOST1, 1));
    Mad ask = Smp.get(TO_SWITCH1.then(1), AttributeId.SM_INFO, 0, 0).transactionId(5);

    assertThat(bench.simulated.send(bench.host2.attachment, MadPacket.directed(ask))).isTrue();
    MadPacket request = bench.host1.received.remove();
    assertThat(other.received).isEmpty();
    assertThat(request.remoteLid()).isEqualTo(Lid.PERMISSIVE);
    Mad answer = request.mad().copy().method(Mad.GET_RESP).u16(4, Mad.DIRECTION_BIT);
    assertThat(bench.simulated.send(bench.host1.attachment, request.reply(answer))).isTrue();
    assertThat(bench.host2.received.remove().mad().transactionId()).isEqualTo(5);
  }

  @Test
  void shouldTellProgramsAtOnePortApartByTransaction() {
    bench.bringUp();
    Bench.Program second = bench.new Program(bench.port(Bench.HOST3, 1));
    Mad query = new Mad().u8(0, 1).u8(1, Mad.CLASS_SUBN_ADM).u8(2, 2).method(Mad.GET);
    bench.host3.send(query.copy().transactionId(1), LID_HOST1);
    second.send(query.copy().transactionId(2), LID_HOST1);

    for (MadPacket request : bench.host1.received) {
      Mad answer = request.mad().copy().method(Mad.GET_RESP);
      bench.simulated.send(bench.host1.attachment, request.reply(answer));
    }

    assertThat(bench.host3.received).hasSize(1);
    assertThat(bench.host3.received.remove().mad().transactionId()).isEqualTo(1);
    assertThat(second.received).hasSize(1);
    assertThat(second.received.remove().mad().transactionId()).isEqualTo(2);
  }

  @Test
  void shouldNotTakeAToolThatAsksForTheManagerForTheManager() {
    bench.bringUp();
    bench.simulated.detach(bench.host3.attachment);
    List<MadPacket> received = new ArrayList<>();
    Attachment tool = bench.simulated.attach(bench.port(Bench.HOST3, 1), false, received::add);
    Mad ask = Smp.lidRouted(Mad.GET, AttributeId.SM_INFO, 0, 0);

    assertThat(bench.simulated.send(tool, new MadPacket(ask, 0, LID_HOST3, 0, 0))).isFalse();
    assertThat(received).isEmpty();
  }

  private static Mad lidRouted() {
    return Smp.lidRouted(Mad.GET, AttributeId.NODE_INFO, 0, 0);
  }

  private static Mad performance() {
    return new Mad()
        .u8(0, 1)
        .u8(1, PerformanceAgent.CLASS)
        .u8(2, 1)
        .method(Mad.GET)
        .u16(16, AttributeId.CLASS_PORT_INFO);
  }
}
