package io.dateline.sim;

import static io.dateline.sim.Bench.LID_HOST1;
import static io.dateline.sim.Bench.LID_HOST2;
import static io.dateline.sim.Bench.TO_HOST2;
import static io.dateline.sim.Bench.TO_HOST3;
import static io.dateline.sim.Bench.TO_SWITCH1;
import static io.dateline.sim.Bench.TO_SWITCH2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.MadPacket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedFabricTest {
  private final Bench bench = new Bench();

  @Test
  void shouldForgetEverythingWhenASwitchIsSwitchedOffAndOn() {
    bench.bringUp();
    byte[] map = {1, 2, 3, 4, 5, 6, 7, 8};
    bench.set(TO_SWITCH2, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x0301, map);
    bench.set(TO_SWITCH2, AttributeId.P_KEY_TABLE, 1 << 16, new byte[64]);
    PortInfo asNew = bench.simulated.portInfo(bench.port(Bench.SWITCH2, 0));

    assertThat(bench.simulated.nodeDown(bench.switch2)).isTrue();

    assertThat(bench.get(TO_SWITCH2, AttributeId.NODE_INFO, 0)).isNull();
    assertThat(bench.simulated.portState(bench.port(Bench.SWITCH1, 3))).isEqualTo(PortState.DOWN);
    assertThat(bench.simulated.portState(bench.port(Bench.HOST3, 1))).isEqualTo(PortState.DOWN);
    assertThat(bench.simulated.nodeDown(bench.switch2)).isFalse();

    assertThat(bench.simulated.nodeUp(bench.switch2)).isTrue();

    assertThat(bench.simulated.portState(bench.port(Bench.SWITCH1, 3))).isEqualTo(PortState.INIT);
    assertThat(bench.portInfo(TO_SWITCH2, 0).lid()).isZero();
    assertThat(bench.portInfo(TO_SWITCH2, 0).masterSmLid()).isZero();
    assertThat(bench.portInfo(TO_SWITCH2, 0).gidPrefix()).isEqualTo(asNew.gidPrefix());
    assertThat(bench.simulated.route(bench.switch2, LID_HOST1)).isEqualTo(255);
    Mad sl2vl = bench.get(TO_SWITCH2, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x0301);
    assertThat(Smp.data(sl2vl)).startsWith(0x01, 0x23, 0x45, 0x67);
    assertThat(bench.get(TO_SWITCH2, AttributeId.P_KEY_TABLE, 1 << 16).u16(64)).isEqualTo(0xFFFF);
    assertThat(bench.portInfo(TO_HOST3, 0).lid()).isEqualTo(Bench.LID_HOST3); // it stayed on
  }

  @Test
  void shouldShowGetsAndTheLanesOfASwitch() {
    bench.bringUp();
    List<String> gets = new ArrayList<>();
    bench.simulated.onGet(
        (sender, port, attributeId) -> gets.add(sender + " " + port + " " + attributeId));
    long atFirst = bench.simulated.slToVl(bench.switch2, 3, 1);
    byte[] map = {0x10, 0x32, 0x54, 0x76, 0x10, 0x32, 0x54, 0x76};

    bench.set(TO_SWITCH2, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x0301, map);
    bench.get(TO_SWITCH2, AttributeId.NODE_INFO, 0);

    assertThat(atFirst).isEqualTo(0x0123_4567_0123_4567L);
    assertThat(bench.simulated.slToVl(bench.switch2, 3, 1)).isEqualTo(0x1032_5476_1032_5476L);
    assertThat(bench.simulated.slToVl(bench.switch2, 1, 3)).isEqualTo(0x0123_4567_0123_4567L);
    assertThat(gets)
        .containsExactly(
            "%d %d %d"
                .formatted(
                    bench.port(Bench.HOST1, 1),
                    bench.port(Bench.SWITCH2, 3),
                    AttributeId.NODE_INFO));
  }

  @Test
  void shouldKeepIsSmOfAHostThatComesBackWithItsManager() {
    bench.simulated.setSubnetManager(bench.host2.attachment, true);
    int mask = bench.portInfo(TO_HOST2, 0).capabilityMask();

    bench.simulated.nodeDown(bench.fabric.nodeByGuid(Bench.HOST2));
    assertThat(
            bench.simulated.send(
                bench.host2.attachment,
                MadPacket.directed(Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0))))
        .isFalse();
    bench.simulated.nodeUp(bench.fabric.nodeByGuid(Bench.HOST2));

    assertThat(bench.portInfo(TO_HOST2, 0).capabilityMask()).isEqualTo(mask);
  }

  @Test
  void shouldUnlinkAndRelinkACable() {
    int port = bench.port(Bench.SWITCH1, 3);

    assertThat(bench.simulated.unlink(port)).isTrue();
    assertThat(bench.simulated.unlink(port)).isFalse();
    assertThat(bench.simulated.peer(port)).isEqualTo(Fabric.NONE);
    assertThat(bench.get(TO_SWITCH2, AttributeId.NODE_INFO, 0)).isNull();
    assertThat(bench.get(TO_SWITCH1.then(4), AttributeId.NODE_INFO, 0)).isNotNull();

    assertThat(bench.simulated.relink(port)).isTrue();
    assertThat(bench.simulated.relink(port)).isFalse();
    assertThat(bench.get(TO_SWITCH2, AttributeId.NODE_INFO, 0)).isNotNull();
  }

  @Test
  void shouldMoveACableToAnotherPort() {
    bench.simulated.unlink(bench.port(Bench.HOST2, 1));

    assertThat(bench.simulated.link(bench.port(Bench.HOST2, 1), bench.port(Bench.SWITCH2, 2)))
        .isTrue();

    Mad reply = bench.get(TO_SWITCH2.then(2), AttributeId.NODE_INFO, 0);
    assertThat(reply).isNotNull();
    assertThat(bench.simulated.link(bench.port(Bench.HOST2, 1), bench.port(Bench.SWITCH1, 2)))
        .isFalse();
    assertThat(bench.simulated.relink(bench.port(Bench.SWITCH1, 2))).isFalse();
  }

  @Test
  void shouldClearPortStateChangeByWritingIt() {
    assertThat(bench.simulated.switchInfo(bench.switch1).portStateChange()).isTrue();
    byte[] data = bench.simulated.switchInfo(bench.switch1).portStateChange(false).bytes();
    bench.set(TO_SWITCH1, AttributeId.SWITCH_INFO, 0, data);
    assertThat(bench.simulated.switchInfo(bench.switch1).portStateChange()).isTrue();

    data = bench.simulated.switchInfo(bench.switch1).portStateChange(true).bytes();
    bench.set(TO_SWITCH1, AttributeId.SWITCH_INFO, 0, data);

    assertThat(bench.simulated.switchInfo(bench.switch1).portStateChange()).isFalse();
  }

  @Test
  void shouldRefuseUnknownAttributesMethodsAndVersions() {
    assertThat(bench.get(TO_SWITCH1, 0x0099, 0).status())
        .isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
    assertThat(bench.set(TO_SWITCH1, AttributeId.NODE_INFO, 0, new byte[64]).status())
        .isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
    assertThat(bench.get(TO_HOST2, AttributeId.SWITCH_INFO, 0).status())
        .isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
    assertThat(bench.smp(Smp.get(TO_SWITCH1, AttributeId.NODE_INFO, 0, 0).method(0x12)).status())
        .isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD);
    assertThat(bench.smp(Smp.get(TO_SWITCH1, AttributeId.NODE_INFO, 0, 0).u8(2, 7)).status())
        .isEqualTo(Mad.STATUS_BAD_VERSION);
  }

  @Test
  void shouldLoseAsManyMadsAsAskedAndTheSameOnesForTheSameSeed() {
    assertThat(lossPattern(11)).isEqualTo(lossPattern(11)).isNotEqualTo(lossPattern(12));
    long lost = lossPattern(11).chars().filter(c -> c == '-').count();
    // Both ways count: 1 - 0.8^2 = 0.36 of the requests stay without an answer.
    assertThat(lost).isBetween(300L, 420L);
  }

  private static String lossPattern(long seed) {
    Bench bench = new Bench();
    bench.simulated.loss(0.2, seed);
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      pattern.append(bench.get(TO_SWITCH2, AttributeId.NODE_INFO, 0) == null ? '-' : '+');
    }
    return pattern.toString();
  }

  @Test
  void shouldLoseNothingThatCrossesNoLink() {
    bench.simulated.loss(1, 1);

    assertThat(bench.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0)).isNotNull();
    assertThat(bench.get(TO_SWITCH1, AttributeId.NODE_INFO, 0)).isNull();
  }

  @Test
  void shouldDeliverTwiceWhenAsked() {
    bench.simulated.duplicate(1, 1);

    bench.get(TO_SWITCH1, AttributeId.NODE_INFO, 0);

    assertThat(bench.host1.received).hasSize(1); // the first was taken by get
  }

  @Test
  void shouldDeliverLaterWhenAskedAndInOrder() {
    bench.bringUp();
    bench.simulated.delay(20);
    bench.simulated.advance(5);
    for (int id = 1; id <= 3; id++) {
      bench.host1.send(
          Smp.lidRouted(Mad.GET, AttributeId.NODE_INFO, 0, 0).transactionId(id), LID_HOST2);
    }

    assertThat(bench.simulated.nextDeadlineMs()).isEqualTo(25);
    bench.simulated.advance(24);
    assertThat(bench.host1.received).isEmpty();
    bench.simulated.advance(25);

    assertThat(bench.host1.received)
        .extracting(packet -> packet.mad().transactionId())
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void shouldRefuseToAttachWhereNoHostIs() {
    assertThatThrownBy(() -> bench.new Program(bench.port(Bench.SWITCH1, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"S-0000000000200001\"[1]");
  }

  @Test
  void shouldCountWhatCrossesALinkAndClearItOnRequest() {
    bench.bringUp();
    Mad read = performance(Mad.GET, 3);
    assertThat(bench.host1.send(read, Bench.LID_SWITCH1)).isTrue();
    long packets = bench.host1.received.remove().mad().u32(64 + 32) & 0xFFFF_FFFFL;
    assertThat(packets).isPositive();

    bench.get(TO_SWITCH2, AttributeId.NODE_INFO, 0);
    bench.host1.send(performance(Mad.GET, 3), Bench.LID_SWITCH1);
    assertThat(bench.host1.received.remove().mad().u32(64 + 32)).isEqualTo((int) packets + 1);

    bench.host1.send(performance(Mad.SET, 3).u16(66, 0xFFFF), Bench.LID_SWITCH1);
    assertThat(bench.host1.received.remove().mad().u32(64 + 32)).isZero();
    bench.host1.send(performance(Mad.GET, 200), Bench.LID_SWITCH1);
    assertThat(bench.host1.received.remove().mad().status()).isEqualTo(Mad.STATUS_INVALID_FIELD);
  }

  private static Mad performance(int method, int port) {
    return new Mad()
        .u8(0, 1)
        .u8(1, PerformanceAgent.CLASS)
        .u8(2, 1)
        .method(method)
        .u16(16, PerformanceAgent.PORT_COUNTERS)
        .u8(65, port);
  }
}
