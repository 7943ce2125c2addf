package io.dateline.mad.transport.ibsim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Lid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.transport.MadPacket;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketsTest {
  private final ByteBuffer buffer = ByteBuffer.allocate(DataPacket.BYTES + 1);

  @Test
  void shouldWriteALidIntoTheFirstHalfOfItsField() {
    Mad mad = Smp.lidRouted(Mad.GET, AttributeId.SM_INFO, 0, 0);
    DataPacket.encode(new MadPacket(mad, 1, 0x1234, 0xABCDE, 0), buffer);

    assertThat(buffer.remaining()).isEqualTo(288);
    assertThat(buffer.getInt(0)).isEqualTo(0x1234_0000);
    assertThat(buffer.getInt(4)).as("the simulator fills in ours").isZero();
    assertThat(buffer.getInt(8)).isEqualTo(0xABCDE);
    assertThat(buffer.getInt(12)).isEqualTo(1);
    assertThat(buffer.getLong(24)).isEqualTo(256);
    assertThat(buffer.get(32)).as("the MAD's base version").isEqualTo((byte) 1);
  }

  @Test
  void shouldCountOnlyTheBytesThatTheLastSegmentOfAnAnswerHas() {
    Mad answer = Sa.request(Mad.GET_TABLE_RESP, AttributeId.SM_INFO_RECORD, 0, 0, 0, new byte[48]);
    SaHeader header = SaHeader.of(answer);
    header.rmppVersion(1).rmppType(Rmpp.TYPE_DATA).segmentNumber(1).payloadLength(20 + 48);
    header.rmppFlags(Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST);
    DataPacket.encode(new MadPacket(answer, 1, 7, 1, 0), buffer);
    assertThat(buffer.getLong(24)).isEqualTo(56 + 48);
    assertThat(DataPacket.isValid(buffer)).isTrue();
    assertThat(DataPacket.decode(buffer).mad().bytes()).isEqualTo(answer.bytes());

    header.rmppFlags(Rmpp.ACTIVE | Rmpp.FIRST);
    DataPacket.encode(new MadPacket(answer, 1, 7, 1, 0), buffer);
    assertThat(buffer.getLong(24)).as("others follow").isEqualTo(256);
  }

  @Test
  void shouldAddressADirectedRouteByPermissiveLids() {
    Mad mad = Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0);
    DataPacket.encode(MadPacket.directed(mad), buffer);

    assertThat(buffer.getInt(0)).isEqualTo(0xFFFF_0000);
    assertThat(buffer.getInt(4)).isEqualTo(0xFFFF_0000);
  }

  @Test
  void shouldReadWhereAPacketCameFrom() {
    Mad mad = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    DataPacket.encode(new MadPacket(mad, 1, 7, 1, 0), buffer);
    buffer.putInt(4, 0xBFFF_0000).putInt(12, 0x123);

    assertThat(DataPacket.isValid(buffer)).isTrue();
    MadPacket packet = DataPacket.decode(buffer);
    assertThat(packet.remoteLid()).isEqualTo(Lid.UNICAST_MAX);
    assertThat(packet.remoteQueuePair()).isEqualTo(0x123);
    assertThat(packet.queuePair()).isEqualTo(1);
    assertThat(packet.mad().bytes()).isEqualTo(mad.bytes());
  }

  @Test
  void shouldRefuseDataOfAnotherShape() {
    DataPacket.encode(MadPacket.directed(new Mad()), buffer);
    assertThat(DataPacket.isValid(buffer)).isTrue();
    assertThat(DataPacket.isValid(buffer.duplicate().limit(287))).isFalse();
    assertThat(DataPacket.isValid(buffer.duplicate().limit(289))).isFalse();
    buffer.putLong(24, 257);
    assertThat(DataPacket.isValid(buffer)).isFalse();
    buffer.putLong(24, 0);
    assertThat(DataPacket.isValid(buffer)).isFalse();
    buffer.putLong(24, 256).putInt(8, 2);
    assertThat(DataPacket.isValid(buffer)).as("no queue pair of ours").isFalse();
  }

  @Test
  void shouldReadBackAControlPacket() {
    byte[] bytes = ControlPacket.connect(4711, "H-0002c90300000001").encode();
    assertThat(bytes).hasSize(80);
    ControlPacket packet = ControlPacket.decode(bytes, 80);

    assertThat(packet.type()).isEqualTo(ControlPacket.CONNECT);
    assertThat(packet.value()).isEqualTo(4711);
    assertThat(packet.node()).isEqualTo("H-0002c90300000001");
    ControlPacket issm = ControlPacket.of(9, ControlPacket.SET_ISSM, 1);
    assertThat(ControlPacket.decode(issm.encode(), 80).client()).isEqualTo(9);
  }

  @Test
  void shouldReadANodeIdThatFillsItsField() {
    String longest = "n".repeat(ControlPacket.NODE_ID_MAX);
    assertThat(ControlPacket.connect(1, longest).node()).isEqualTo(longest);
    assertThatThrownBy(() -> ControlPacket.connect(1, longest + "n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 31 bytes");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 79, 81})
  void shouldRefuseControlOfAnotherLength(int length) {
    byte[] bytes = ControlPacket.of(0, ControlPacket.SET_ISSM).encode();
    assertThat(ControlPacket.decode(bytes, length)).isNull();
  }

  @Test
  void shouldRefuseControlWithoutTheMagicNumber() {
    byte[] bytes = ControlPacket.of(0, ControlPacket.SET_ISSM).encode();
    bytes[0] ^= 1;
    assertThat(ControlPacket.decode(bytes, 80)).isNull();
  }
}
