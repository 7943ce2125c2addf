package io.dateline.mad.transport.ibsim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.mad.transport.TransportUnavailableException;
import io.dateline.mad.transport.WireStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class IbsimTransportTest {
  private ScriptedSimulator simulator;

  @BeforeEach
  void startSimulator() throws IOException {
    simulator = new ScriptedSimulator();
  }

  @AfterEach
  void stopSimulator() {
    simulator.close();
  }

  @Test
  void shouldLearnItsPortFromTheNodeItself() {
    try (IbsimTransport transport = connect(ScriptedSimulator.NODE)) {
      assertThat(transport.port().nodeGuid()).isEqualTo(ScriptedSimulator.NODE_GUID);
      assertThat(transport.port().portGuid()).isEqualTo(ScriptedSimulator.PORT_GUID);
      assertThat(transport.port().portNumber()).isEqualTo(1);
      assertThat(transport.port().name()).isEqualTo("sim:0000000000000010/1");
    }
  }

  @Test
  void shouldCarryRequestsAndAnswers() throws Exception {
    try (Transactor transactor = Transactor.open(connect(""), ExchangeSettings.DEFAULT)) {
      assertThat(ask(transactor)).isInstanceOf(MadOutcome.Answered.class);
    }
  }

  @Test
  void shouldClearTheIsSmBitAndGiveTheSlotBackWhenClosed() {
    IbsimTransport transport = connect("");
    transport.setSubnetManager(true);
    transport.close();
    transport.close();
    transport.send(MadPacket.directed(new Mad()));

    assertThat(simulator.asked)
        .extracting(ControlPacket::type)
        .containsExactly(
            ControlPacket.CONNECT,
            ControlPacket.GET_NODEINFO,
            ControlPacket.SET_ISSM,
            ControlPacket.SET_ISSM,
            ControlPacket.DISCONNECT);
    assertThat(simulator.asked.get(2).value()).isEqualTo(1);
    assertThat(simulator.asked.get(3).value()).isZero();
    assertThat(transport.stats().unsent()).isEqualTo(1);
  }

  @Test
  void shouldNotMindASimulatorThatHasGone() {
    try (IbsimTransport transport = connect("")) {
      transport.start(packet -> {});
      transport.setSubnetManager(true);
      simulator.close();

      assertThatCode(() -> transport.setSubnetManager(false)).doesNotThrowAnyException();
      assertThatCode(() -> transport.setSubnetManager(true)).doesNotThrowAnyException();
    }
  }

  @Test
  void shouldTellASimulatorThatWasHungWhenItAnswersAgain() {
    try (IbsimTransport transport = connect("")) {
      transport.start(packet -> {});
      simulator.hang(true);
      transport.setSubnetManager(true);
      simulator.asked.clear();
      simulator.hang(false);

      await().until(() -> simulator.asked.stream().anyMatch(this::setsTheBit));
    }
  }

  /** Anything else than CONNECT, for a slot that it has not given, kills ibsim. */
  @Test
  void shouldTakeItsSlotAgainBeforeAnythingElseWhereItIsForgotten() {
    try (IbsimTransport transport = connect("")) {
      transport.start(packet -> {});
      transport.setSubnetManager(true);
      simulator.forget();
      simulator.mute(true);
      transport.send(unanswered());

      await().until(() -> simulator.asked.stream().anyMatch(this::setsTheBit));
      assertThat(simulator.asked)
          .extracting(ControlPacket::type)
          .startsWith(ControlPacket.CONNECT, ControlPacket.SET_ISSM);
    }
  }

  @Test
  void shouldGiveBackTheSlotItTakesToSeeWhetherItIsKnown() {
    try (IbsimTransport transport = connect("")) {
      transport.start(packet -> {});
      simulator.mute(true);
      transport.send(unanswered());
      simulator.asked.clear();

      await().until(() -> simulator.asked.size() >= 4);
      assertThat(simulator.asked)
          .extracting(ControlPacket::type)
          .startsWith(
              ControlPacket.CONNECT,
              ControlPacket.DISCONNECT,
              ControlPacket.CONNECT,
              ControlPacket.DISCONNECT);
      assertThat(simulator.asked.get(1).client()).isEqualTo(1);
      assertThat(simulator.asked.get(3).client()).isEqualTo(1);
    }
  }

  private static MadPacket unanswered() {
    return MadPacket.directed(Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0));
  }

  private boolean setsTheBit(ControlPacket packet) {
    return packet.type() == ControlPacket.SET_ISSM && packet.value() == 1;
  }

  @Test
  void shouldSayThatThereIsNoSuchNode() {
    assertThatThrownBy(() -> connect("H-nowhere"))
        .isInstanceOf(TransportUnavailableException.class)
        .hasMessageContaining("has no node 'H-nowhere'");
    assertThat(simulator.asked.getLast().type())
        .as("the slot taken to find out is given back")
        .isEqualTo(ControlPacket.DISCONNECT);
  }

  @Test
  void shouldSayThatNoSlotIsLeft() {
    simulator.fillSlots();
    assertThatThrownBy(() -> connect(ScriptedSimulator.NODE))
        .isInstanceOf(TransportUnavailableException.class)
        .hasMessageContaining("no client slot left");
  }

  @Test
  void shouldSayThatThereIsNoSimulator() {
    int port = simulator.port();
    simulator.close();
    assertThatThrownBy(() -> IbsimTransport.connect(new FabricAddress.Sim("127.0.0.1", port, "")))
        .isInstanceOf(TransportUnavailableException.class)
        .hasMessageContaining("no ibsim at 127.0.0.1:" + port);
  }

  @Test
  void shouldCountPacketsThatComeBackUndelivered() throws Exception {
    try (IbsimTransport transport = connect("")) {
      CompletableFuture<MadPacket> next = new CompletableFuture<>();
      transport.start(next::complete);
      simulator.sendToClient(data(DataPacket.STATUS_TIMED_OUT));
      simulator.sendToClient(data(0));
      next.get(10, TimeUnit.SECONDS);
      assertThat(transport.stats()).isEqualTo(new WireStats(1, 1, 0, 1, 0));
    }
  }

  @Test
  void shouldSurviveRandomAndTruncatedDatagrams() throws Exception {
    Random random = new Random(20_250_817);
    IbsimTransport transport = connect("");
    try (Transactor transactor = Transactor.open(transport, ExchangeSettings.DEFAULT)) {
      AtomicLong unsolicited = new AtomicLong();
      transactor.onUnsolicited(packet -> unsolicited.incrementAndGet());
      long noise = 0;
      for (int round = 0; round < 100; round++) {
        for (int i = 0; i < 20; i++) {
          simulator.sendToClient(noise(random));
        }
        noise += 20;
        assertThat(ask(transactor)).isInstanceOf(MadOutcome.Answered.class);
      }
      // Everything sent before the last answer has been looked at by now; loopback keeps order.
      WireStats wire = transport.stats();
      assertThat(wire.malformed()).isPositive();
      assertThat(wire.returned()).isPositive();
      assertThat(wire.received() + wire.malformed() + wire.returned()).isEqualTo(noise + 100);
      long judged = transactor.stats().malformed() + transactor.stats().stray() + unsolicited.get();
      assertThat(judged).isEqualTo(wire.received() - 100);
      assertThat(transactor.stats().malformed()).isPositive();
    }
  }

  /** Random length and bytes; every other one has the right shape, and noise for a MAD. */
  private static byte[] noise(Random random) {
    if (random.nextBoolean()) {
      byte[] bytes = new byte[1 + random.nextInt(400)];
      random.nextBytes(bytes);
      return bytes;
    }
    byte[] bytes = data(random.nextInt(4) == 0 ? random.nextInt() | 1 : 0);
    byte[] mad = new byte[Mad.BYTES];
    random.nextBytes(mad);
    if (random.nextBoolean()) {
      mad[0] = 1; // far enough to be looked at further
      mad[1] = (byte) (random.nextBoolean() ? Mad.CLASS_SUBN_LID : Mad.CLASS_SUBN_ADM);
      mad[2] = (byte) (mad[1] == Mad.CLASS_SUBN_LID ? 1 : 2);
    }
    System.arraycopy(mad, 0, bytes, DataPacket.BYTES - Mad.BYTES, Mad.BYTES);
    return bytes;
  }

  private static byte[] data(int status) {
    byte[] bytes = new byte[DataPacket.BYTES];
    ByteBuffer.wrap(bytes).putInt(16, status).putLong(24, Mad.BYTES);
    return bytes;
  }

  private IbsimTransport connect(String node) {
    return IbsimTransport.connect(new FabricAddress.Sim("127.0.0.1", simulator.port(), node));
  }

  private static MadOutcome ask(Transactor transactor) throws Exception {
    Mad mad = Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0);
    CompletableFuture<MadOutcome> outcome = new CompletableFuture<>();
    transactor.request(MadRequest.of(MadPacket.directed(mad), 1), outcome::complete);
    return outcome.get(10, TimeUnit.SECONDS);
  }
}
