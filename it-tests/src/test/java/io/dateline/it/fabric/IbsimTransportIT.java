package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Guid;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.TransportUnavailableException;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class IbsimTransportIT {
  @TempDir Path folder;
  private Ibsim ibsim;

  @BeforeEach
  void startIbsim() throws Exception {
    Machine.needs("ibsim");
    ibsim = TwoSwitches.start(folder);
  }

  @AfterEach
  void stopIbsim() {
    if (ibsim != null) {
      ibsim.close();
    }
  }

  @Test
  void shouldAskItsOwnNodeAndTheNeighbour() throws Exception {
    try (MadExchange exchange = open(TwoSwitches.HOST_A)) {
      assertThat(Guid.format(exchange.port().nodeGuid())).isEqualTo(TwoSwitches.HOST_A_GUID);
      assertThat(exchange.port().portNumber()).isEqualTo(1);
      Mad own = ask(exchange, DirectedRoute.LOCAL, AttributeId.NODE_INFO);
      assertThat(exchange.port().portGuid())
          .isEqualTo(NodeInfo.in(own.bytes(), Mad.SMP_DATA).portGuid())
          .isNotEqualTo(exchange.port().nodeGuid());
      Mad neighbour = ask(exchange, DirectedRoute.LOCAL.then(1), AttributeId.NODE_INFO);
      NodeInfo info = NodeInfo.in(neighbour.bytes(), Mad.SMP_DATA);
      assertThat(Guid.format(info.nodeGuid())).isEqualTo(TwoSwitches.SWITCH_A_GUID);
      assertThat(info.localPortNum()).isEqualTo(TwoSwitches.HOST_A_AT);
      Mad further = ask(exchange, DirectedRoute.LOCAL.then(1).then(1), AttributeId.NODE_INFO);
      assertThat(Guid.format(NodeInfo.in(further.bytes(), Mad.SMP_DATA).nodeGuid()))
          .isEqualTo(TwoSwitches.SWITCH_B_GUID);
    }
  }

  @Test
  void shouldSetTheIsSmBitAndLeaveNoneBehind() throws Exception {
    try (MadExchange observer = open(TwoSwitches.SWITCH_A)) {
      try (MadExchange manager = open(TwoSwitches.HOST_A)) {
        manager.setSubnetManager(true);
        assertThat(hostIsSm(observer)).isTrue();
      }
      assertThat(hostIsSm(observer)).isFalse();
    }
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertThatThrownBy(() -> open("H-nowhere"))
        .isInstanceOf(TransportUnavailableException.class)
        .hasMessageContaining("has no node 'H-nowhere'");
    List<MadExchange> clients = new ArrayList<>();
    try {
      for (int client = 0; client < 10; client++) {
        clients.add(open(TwoSwitches.HOST_A));
      }
      assertThatThrownBy(() -> open(TwoSwitches.HOST_A))
          .isInstanceOf(TransportUnavailableException.class)
          .hasMessageContaining("no client slot left");
    } finally {
      clients.forEach(MadExchange::close);
    }
    open(TwoSwitches.HOST_A).close(); // the slots have been given back
  }

  /** As the switch sees the host. */
  private static boolean hostIsSm(MadExchange observer) throws Exception {
    Mad reply =
        ask(observer, DirectedRoute.LOCAL.then(TwoSwitches.HOST_A_AT), AttributeId.PORT_INFO);
    int capabilities = PortInfo.in(reply.bytes(), Mad.SMP_DATA).capabilityMask();
    return (capabilities & CapabilityMask.IS_SM) != 0;
  }

  private MadExchange open(String node) {
    FabricAddress.Sim address = new FabricAddress.Sim("127.0.0.1", ibsim.port(), node);
    return Transactor.open(IbsimTransport.connect(address), ExchangeSettings.DEFAULT);
  }

  private static Mad ask(MadExchange exchange, DirectedRoute route, int attributeId)
      throws Exception {
    CompletableFuture<MadOutcome> ended = new CompletableFuture<>();
    MadPacket packet = MadPacket.directed(Smp.get(route, attributeId, 0, 0));
    exchange.request(MadRequest.of(packet, 1), ended::complete);
    MadOutcome outcome = ended.get(20, TimeUnit.SECONDS);
    assertThat(outcome).isInstanceOf(MadOutcome.Answered.class);
    return ((MadOutcome.Answered) outcome).reply();
  }
}
