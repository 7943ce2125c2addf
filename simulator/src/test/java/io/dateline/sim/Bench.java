package io.dateline.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.MadPacket;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * A subnet of two switches and three hosts, with a program at every host.
 *
 * <pre>
 *   host1 --[1]          [1]-- host3
 *              sw1 [3]--[3] sw2
 *   host2 --[2]    [4]--[4]
 * </pre>
 */
final class Bench {
  static final long SWITCH1 = 0x200001;
  static final long SWITCH2 = 0x200002;
  static final long HOST1 = 0x100010;
  static final long HOST2 = 0x100020;
  static final long HOST3 = 0x100030;

  static final int LID_HOST1 = 1;
  static final int LID_HOST2 = 2;
  static final int LID_HOST3 = 3;
  static final int LID_SWITCH1 = 4;
  static final int LID_SWITCH2 = 5;

  /** From host1. */
  static final DirectedRoute TO_SWITCH1 = DirectedRoute.LOCAL.then(1);

  static final DirectedRoute TO_SWITCH2 = TO_SWITCH1.then(3);
  static final DirectedRoute TO_HOST2 = TO_SWITCH1.then(2);
  static final DirectedRoute TO_HOST3 = TO_SWITCH2.then(1);

  final Fabric fabric = build();
  final SimulatedFabric simulated = new SimulatedFabric(fabric);
  final int switch1 = fabric.nodeByGuid(SWITCH1);
  final int switch2 = fabric.nodeByGuid(SWITCH2);
  final Program host1 = new Program(port(HOST1, 1));
  final Program host2 = new Program(port(HOST2, 1));
  final Program host3 = new Program(port(HOST3, 1));

  private long transactionId = 100;

  static Fabric build() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft sw1 = builder.node(NodeType.SWITCH, SWITCH1, 4).description("switch one");
    Fabric.NodeDraft sw2 = builder.node(NodeType.SWITCH, SWITCH2, 4).description("switch two");
    Fabric.NodeDraft h1 = builder.node(NodeType.CA, HOST1, 1).description("host one");
    Fabric.NodeDraft h2 = builder.node(NodeType.CA, HOST2, 1).description("host two");
    Fabric.NodeDraft h3 = builder.node(NodeType.CA, HOST3, 2).description("host three");
    return builder
        .link(h1, 1, sw1, 1, LinkWidth.X4, LinkSpeed.QDR)
        .link(h2, 1, sw1, 2, LinkWidth.X4, LinkSpeed.QDR)
        .link(h3, 1, sw2, 1, LinkWidth.X4, LinkSpeed.EDR)
        .link(sw1, 3, sw2, 3, LinkWidth.X4, LinkSpeed.HDR)
        .link(sw1, 4, sw2, 4, LinkWidth.X2, LinkSpeed.FDR10)
        .build();
  }

  int port(long nodeGuid, int number) {
    return fabric.port(fabric.nodeByGuid(nodeGuid), number);
  }

  /** Sends a directed-route SMP from host1 and returns the answer, null if none came. */
  Mad smp(Mad request) {
    request.transactionId(++transactionId);
    host1.received.clear();
    simulated.send(host1.attachment, MadPacket.directed(request));
    for (MadPacket packet : host1.received) {
      if (packet.mad().isReturning() && packet.mad().transactionId() == transactionId) {
        host1.received.remove(packet);
        return packet.mad();
      }
    }
    return null;
  }

  Mad get(DirectedRoute route, int attributeId, int modifier) {
    return smp(Smp.get(route, attributeId, modifier, 0));
  }

  Mad set(DirectedRoute route, int attributeId, int modifier, byte[] data) {
    return smp(Smp.set(route, attributeId, modifier, 0, data));
  }

  PortInfo portInfo(DirectedRoute route, int number) {
    Mad reply = get(route, AttributeId.PORT_INFO, number | PortInfo.SM_SUPPORT_EXTENDED_SPEEDS);
    assertThat(reply).isNotNull();
    assertThat(reply.status()).isZero();
    return PortInfo.of(Smp.data(reply));
  }

  /** A Set of PortInfo that changes what is given of what the port has now; its status. */
  int setPortInfo(DirectedRoute route, int number, Consumer<PortInfo> change) {
    PortInfo info = portInfo(route, number);
    info.portState(PortState.NO_CHANGE).portPhysicalState(0);
    change.accept(info);
    Mad reply =
        set(
            route,
            AttributeId.PORT_INFO,
            number | PortInfo.SM_SUPPORT_EXTENDED_SPEEDS,
            info.bytes());
    return reply.status();
  }

  /** Does what an SM at host1 would: LIDs, forwarding tables, every link Active. */
  void bringUp() {
    simulated.setSubnetManager(host1.attachment, true);
    address(DirectedRoute.LOCAL, LID_HOST1);
    address(TO_HOST2, LID_HOST2);
    address(TO_HOST3, LID_HOST3);
    address(TO_SWITCH1, LID_SWITCH1);
    address(TO_SWITCH2, LID_SWITCH2);
    table(TO_SWITCH1, 1, 2, 3, 0, 3);
    table(TO_SWITCH2, 3, 3, 1, 3, 0);
    for (int state : new int[] {PortState.ARMED, PortState.ACTIVE}) {
      move(DirectedRoute.LOCAL, 1, state);
      move(TO_HOST2, 1, state);
      move(TO_HOST3, 1, state);
      for (int number = 1; number <= 4; number++) {
        move(TO_SWITCH1, number, state);
      }
      for (int number : new int[] {1, 3, 4}) {
        move(TO_SWITCH2, number, state);
      }
    }
    host1.received.clear();
  }

  private void address(DirectedRoute route, int lid) {
    assertThat(setPortInfo(route, 0, info -> info.lid(lid).masterSmLid(LID_HOST1))).isZero();
  }

  void move(DirectedRoute route, int number, int state) {
    assertThat(setPortInfo(route, number, info -> info.portState(state))).isZero();
  }

  /** Writes the output ports of LID 1 to 5, and LinearFDBTop. */
  void table(DirectedRoute route, int... outputs) {
    SwitchInfo info = SwitchInfo.of(Smp.data(get(route, AttributeId.SWITCH_INFO, 0)));
    byte[] data = info.linearFdbTop(outputs.length).portStateChange(true).bytes();
    assertThat(set(route, AttributeId.SWITCH_INFO, 0, data).status()).isZero();
    byte[] block = new byte[64];
    Arrays.fill(block, (byte) 0xFF);
    for (int i = 0; i < outputs.length; i++) {
      block[i + 1] = (byte) outputs[i];
    }
    assertThat(set(route, AttributeId.LINEAR_FORWARDING_TABLE, 0, block).status()).isZero();
  }

  /** A program at a port, and what it has received. */
  final class Program {
    final Deque<MadPacket> received = new ArrayDeque<>();
    final Attachment attachment;

    Program(int port) {
      attachment = simulated.attach(port, true, received::add);
    }

    /** Sends a MAD to a LID; false if it came nowhere. */
    boolean send(Mad mad, int lid) {
      int queuePair = mad.managementClass() == Mad.CLASS_SUBN_LID ? 0 : 1;
      return simulated.send(attachment, new MadPacket(mad, queuePair, lid, queuePair, 0));
    }
  }
}
