package io.dateline.mad.transport.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.TransportUnavailableException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class UmadTransportTest {
  private static final int TIMED_OUT = 110;

  @Test
  void shouldRegisterAsSubnetManagerAndAsSubnetAdministration() {
    ScriptedUmad umad = new ScriptedUmad(64);
    try (UmadTransport transport = open(umad)) {
      assertThat(transport.port().name()).isEqualTo("mem0/1");
    }
    assertThat(umad.agents).hasSize(3);
    assertThat(umad.agents.get(0).managementClass()).isEqualTo(Mad.CLASS_SUBN_DIRECTED);
    assertThat(umad.agents.get(0).classVersion()).isEqualTo(1);
    assertThat(umad.agents.get(0).methods()).containsExactly(Mad.GET, Mad.SET, Mad.TRAP);
    assertThat(umad.agents.get(1).managementClass()).isEqualTo(Mad.CLASS_SUBN_LID);
    assertThat(umad.agents.get(1).methods()).containsExactly(Mad.GET, Mad.SET, Mad.TRAP);
    assertThat(umad.agents.get(2).managementClass()).isEqualTo(Mad.CLASS_SUBN_ADM);
    assertThat(umad.agents.get(2).classVersion()).isEqualTo(2);
    assertThat(umad.agents.get(2).methods())
        .containsExactly(
            Mad.GET, Mad.SET, Mad.GET_TABLE, Mad.GET_TRACE_TABLE, Mad.GET_MULTI, Mad.DELETE);
    assertThat(umad.closed).isTrue();
  }

  @Test
  void shouldCloseThePortWhenItCannotRegister() {
    ScriptedUmad umad = new ScriptedUmad(64);
    umad.agentsMax = 2;
    assertThatThrownBy(() -> open(umad)).isInstanceOf(TransportUnavailableException.class);
    assertThat(umad.closed).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {56, 64})
  void shouldAddressPacketsInTheHeader(int headerBytes) {
    ScriptedUmad umad = new ScriptedUmad(headerBytes);
    Mad answer = new Mad().u8(0, 1).u8(1, Mad.CLASS_SUBN_ADM).u8(255, 0x77);
    try (UmadTransport transport = open(umad)) {
      transport.send(new MadPacket(answer, 1, 0x1234, 0x56789, 5));
    }
    ScriptedUmad.Sent sent = umad.sent.getFirst();
    assertThat(sent.agent()).isEqualTo(2);
    assertThat(sent.timeoutMs()).as("no answer expected").isZero();
    assertThat(sent.userMad()).hasSize(headerBytes + 256);
    ByteBuffer bytes = ByteBuffer.wrap(sent.userMad());
    assertThat(bytes.getInt(20)).isEqualTo(0x56789);
    assertThat(bytes.getInt(24)).as("Q_Key of general services").isEqualTo(0x8001_0000);
    assertThat(bytes.getShort(28)).isEqualTo((short) 0x1234);
    assertThat(bytes.get(30)).isEqualTo((byte) 5);
    assertThat(bytes.get(headerBytes + 255)).isEqualTo((byte) 0x77);
  }

  @Test
  void shouldTellTheKernelHowLongAnAnswerIsAwaited() {
    ScriptedUmad umad = new ScriptedUmad(64);
    try (UmadTransport transport = open(umad)) {
      transport.request(directed(), 250);
    }
    ScriptedUmad.Sent sent = umad.sent.getFirst();
    assertThat(sent.agent()).isZero();
    assertThat(sent.timeoutMs()).isEqualTo(250);
    assertThat(ByteBuffer.wrap(sent.userMad()).getInt(24)).as("QP0 has no Q_Key").isZero();
  }

  @Test
  void shouldCountWhatItCannotSend() {
    ScriptedUmad umad = new ScriptedUmad(64);
    try (UmadTransport transport = open(umad)) {
      transport.send(new MadPacket(new Mad().u8(1, 0x04), 1, 1, 1, 0)); // no agent for this class
      umad.clogged = true;
      transport.send(directed());
      assertThat(transport.stats().unsent()).isEqualTo(2);
      assertThat(transport.stats().sent()).isZero();
    }
  }

  @Test
  void shouldReadWhereAPacketCameFrom() throws Exception {
    ScriptedUmad umad = new ScriptedUmad(64);
    Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    byte[] bytes = UserMad.encode(new MadPacket(trap, 0, 0xBEEF, 0x123456, 3), 64);
    CompletableFuture<MadPacket> seen = new CompletableFuture<>();
    try (UmadTransport transport = open(umad)) {
      transport.start(seen::complete);
      umad.arriving.add(bytes);
      MadPacket packet = seen.get(10, TimeUnit.SECONDS);
      assertThat(packet.remoteLid()).isEqualTo(0xBEEF);
      assertThat(packet.remoteQueuePair()).isEqualTo(0x123456);
      assertThat(packet.serviceLevel()).isEqualTo(3);
      assertThat(packet.queuePair()).isZero();
      assertThat(packet.mad().bytes()).isEqualTo(trap.bytes());
      assertThat(packet.sourceGid()).isEmpty();
    }
  }

  @Test
  void shouldReadTheGidThatAPacketCameWith() throws Exception {
    ScriptedUmad umad = new ScriptedUmad(64);
    byte[] bytes = UserMad.encode(directed(), 64);
    bytes[32] = 1;
    ByteBuffer.wrap(bytes).putLong(36, 0xFE80_0000_0000_0000L).putLong(44, 0x1234L);
    CompletableFuture<MadPacket> seen = new CompletableFuture<>();
    try (UmadTransport transport = open(umad)) {
      transport.start(seen::complete);
      umad.arriving.add(bytes);
      assertThat(seen.get(10, TimeUnit.SECONDS).sourceGid())
          .contains(new Gid(0xFE80_0000_0000_0000L, 0x1234));
    }
  }

  @Test
  void shouldKeepRequestsThatComeBackUnansweredToItself() throws Exception {
    ScriptedUmad umad = new ScriptedUmad(64);
    byte[] back = UserMad.encode(directed(), 64);
    ByteBuffer.wrap(back).order(ByteOrder.nativeOrder()).putInt(4, TIMED_OUT);
    CountDownLatch seen = new CountDownLatch(1);
    try (UmadTransport transport = open(umad)) {
      transport.start(packet -> seen.countDown());
      umad.arriving.add(back);
      umad.arriving.add(UserMad.encode(directed(), 64));
      assertThat(seen.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(transport.stats().returned()).isEqualTo(1);
      assertThat(transport.stats().received()).isEqualTo(1);
    }
  }

  @Test
  void shouldSurviveRandomAndTruncatedPacketsAndReceiversThatThrow() throws Exception {
    ScriptedUmad umad = new ScriptedUmad(64);
    Random random = new Random(4);
    int count = 5_000;
    CountDownLatch seen = new CountDownLatch(1);
    try (UmadTransport transport = open(umad)) {
      for (int i = 0; i < count; i++) {
        byte[] bytes = new byte[random.nextBoolean() ? 320 : random.nextInt(321)];
        random.nextBytes(bytes);
        if (bytes.length > 8 && random.nextBoolean()) {
          ByteBuffer.wrap(bytes).putInt(4, 0); // status
        }
        umad.arriving.add(bytes);
      }
      umad.arriving.add(UserMad.encode(new MadPacket(last(), 1, 1, 1, 0), 64));
      transport.start(
          packet -> {
            if (packet.mad().u64(64) == 0x1A57) {
              seen.countDown();
            } else if (packet.mad().u8(3) % 50 == 0) {
              throw new IllegalStateException("a receiver's bug");
            }
          });
      assertThat(seen.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(transport.stats().malformed()).isPositive();
      assertThat(transport.stats().returned()).isPositive();
      assertThat(
              transport.stats().malformed()
                  + transport.stats().returned()
                  + transport.stats().received())
          .isEqualTo(count + 1);
    }
  }

  @Test
  void shouldCloseThoughTheDeviceHasGone() {
    ScriptedUmad umad = new ScriptedUmad(64);
    UmadTransport transport = open(umad);
    transport.start(packet -> {});
    umad.gone = true;
    transport.close();
    assertThat(umad.closed).isTrue();
  }

  @Test
  void shouldSetTheIsSmBit() {
    ScriptedUmad umad = new ScriptedUmad(64);
    try (UmadTransport transport = open(umad)) {
      transport.setSubnetManager(true);
      assertThat(umad.isSubnetManager).isTrue();
      transport.setSubnetManager(false);
      assertThat(umad.isSubnetManager).isFalse();
    }
  }

  private static UmadTransport open(ScriptedUmad umad) {
    return UmadTransport.open(umad, new FabricAddress.Umad("", 0));
  }

  private static MadPacket directed() {
    return MadPacket.directed(Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0));
  }

  private static Mad last() {
    return Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0).u64(64, 0x1A57);
  }
}
