package io.dateline.sm.node;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.TransportUnavailableException;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two programs attach to one host of a simulated torus, as a simulator lets them. */
class TakenPortTest {
  private static final long OTHERS_GUID = 0x1234;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int port = fabric.port(fabric.switchCount(), 1);
  private final MadExchange other = attach();
  private final MadExchange exchange = attach();

  private MadExchange attach() {
    return Transactor.open(simulator.attach(port), ExchangeSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    exchange.close();
    other.close();
    simulator.close();
  }

  @Test
  void shouldRefuseThePortOfALivingSubnetManager() {
    other.onUnsolicited(packet -> answer(packet, 0));
    other.setSubnetManager(true);

    TakenPort asked = TakenPort.ask(exchange);

    assertThatThrownBy(asked::refuse)
        .isInstanceOf(TransportUnavailableException.class)
        .hasMessageContaining(
            "a subnet manager runs on port %s already: GUID 0x0000000000001234, priority 5, master"
                .formatted(exchange.port().name()));
  }

  /** A field of the question is not what it expects. */
  @Test
  void shouldRefuseThePortOfASubnetManagerThatRefusesToTellOfItself() {
    other.onUnsolicited(packet -> answer(packet, 0x1C));
    other.setSubnetManager(true);

    TakenPort asked = TakenPort.ask(exchange);

    assertThatThrownBy(asked::refuse)
        .isInstanceOf(TransportUnavailableException.class)
        .hasMessageContaining("already: it refuses SMInfo with status 0x001c");
  }

  @Test
  void shouldTakeThePortOfAnAgentThatDoesNotKnowSmInfo() {
    other.onUnsolicited(packet -> answer(packet, 0x0C));
    other.setSubnetManager(true);

    assertThatCode(() -> TakenPort.ask(exchange).refuse()).doesNotThrowAnyException();
  }

  @Test
  void shouldTakeThePortOfASubnetManagerThatWasKilled() {
    other.setSubnetManager(true); // and answers nothing

    assertThatCode(() -> TakenPort.ask(exchange).refuse()).doesNotThrowAnyException();
  }

  @Test
  void shouldTakeAPortOfItsOwn() {
    assertThatCode(() -> TakenPort.ask(exchange).refuse()).doesNotThrowAnyException();
  }

  /** As a subnet manager answers Get(SMInfo) by a directed route of no hops. */
  private void answer(MadPacket packet, int status) {
    Mad mad = packet.mad();
    if (mad.attributeId() == AttributeId.SM_INFO && mad.method() == Mad.GET) {
      Mad answer = mad.copy().method(Mad.GET_RESP).u16(4, Mad.DIRECTION_BIT | status);
      SmInfo.in(answer.bytes(), Mad.SMP_DATA)
          .guid(OTHERS_GUID)
          .priority(5)
          .smState(SmInfo.STATE_MASTER);
      other.send(packet.reply(answer));
    }
  }
}
