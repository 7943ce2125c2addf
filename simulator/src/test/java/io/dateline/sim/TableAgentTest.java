package io.dateline.sim;

import static io.dateline.sim.Bench.TO_HOST2;
import static io.dateline.sim.Bench.TO_SWITCH1;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IBA Vol 1, 14.2.5.4 to 14.2.5.12: the tables of ports and switches. */
class TableAgentTest {
  private final Bench bench = new Bench();

  private byte[] write(DirectedRoute route, int attributeId, int modifier, int first) {
    byte[] data = new byte[64];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (first + i);
    }
    Mad reply = bench.set(route, attributeId, modifier, data);
    assertThat(reply.status()).isZero();
    return data;
  }

  private byte[] read(DirectedRoute route, int attributeId, int modifier) {
    Mad reply = bench.get(route, attributeId, modifier);
    assertThat(reply.status()).isZero();
    return Smp.data(reply);
  }

  @Test
  void shouldKeepForwardingBlocksApart() {
    byte[] block0 = write(TO_SWITCH1, AttributeId.LINEAR_FORWARDING_TABLE, 0, 1);
    byte[] block767 = write(TO_SWITCH1, AttributeId.LINEAR_FORWARDING_TABLE, 767, 100);
    byte[] group0 = write(TO_SWITCH1, AttributeId.MULTICAST_FORWARDING_TABLE, 0, 7);
    byte[] group31 = write(TO_SWITCH1, AttributeId.MULTICAST_FORWARDING_TABLE, 31, 9);

    assertThat(read(TO_SWITCH1, AttributeId.LINEAR_FORWARDING_TABLE, 0)).isEqualTo(block0);
    assertThat(read(TO_SWITCH1, AttributeId.LINEAR_FORWARDING_TABLE, 767)).isEqualTo(block767);
    assertThat(read(TO_SWITCH1, AttributeId.LINEAR_FORWARDING_TABLE, 5)).containsOnly(0xFF);
    assertThat(read(TO_SWITCH1, AttributeId.MULTICAST_FORWARDING_TABLE, 0)).isEqualTo(group0);
    assertThat(read(TO_SWITCH1, AttributeId.MULTICAST_FORWARDING_TABLE, 31)).isEqualTo(group31);
    assertThat(read(TO_SWITCH1, AttributeId.MULTICAST_FORWARDING_TABLE, 1)).containsOnly(0);
  }

  @Test
  void shouldKeepAMapForEveryPairOfPorts() {
    byte[] map = write(TO_SWITCH1, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x0203, 0x10);

    assertThat(read(TO_SWITCH1, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x0203))
        .startsWith(Arrays.copyOf(map, 8));
    assertThat(read(TO_SWITCH1, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x0302))
        .startsWith(0x01, 0x23, 0x45, 0x67);
  }

  @Test
  void shouldWriteMapsOfAllPortsAtOnce() {
    byte[] everywhere = write(TO_SWITCH1, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x30000, 0x20);
    byte[] toPort2 = write(TO_SWITCH1, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x20002, 0x40);

    assertThat(read(TO_SWITCH1, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x0403))
        .startsWith(Arrays.copyOf(everywhere, 8));
    assertThat(read(TO_SWITCH1, AttributeId.SL_TO_VL_MAPPING_TABLE, 0x0402))
        .startsWith(Arrays.copyOf(toPort2, 8));
  }

  @Test
  void shouldKeepPKeysByPortAndBlock() {
    byte[] ofPort3 = write(TO_SWITCH1, AttributeId.P_KEY_TABLE, 3 << 16 | 1, 5);
    byte[] ofHost = write(TO_HOST2, AttributeId.P_KEY_TABLE, 0, 9);

    assertThat(read(TO_SWITCH1, AttributeId.P_KEY_TABLE, 3 << 16 | 1)).isEqualTo(ofPort3);
    assertThat(read(TO_SWITCH1, AttributeId.P_KEY_TABLE, 3 << 16)).startsWith(0xFF, 0xFF, 0);
    assertThat(read(TO_SWITCH1, AttributeId.P_KEY_TABLE, 2 << 16 | 1)).containsOnly(0);
    assertThat(read(TO_HOST2, AttributeId.P_KEY_TABLE, 0)).isEqualTo(ofHost);
  }

  @Test
  void shouldKeepTheGuidOfThePortWhateverIsWritten() {
    byte[] written = write(TO_HOST2, AttributeId.GUID_INFO, 0, 3);

    byte[] now = read(TO_HOST2, AttributeId.GUID_INFO, 0);
    assertThat(Arrays.copyOf(now, 8)).isEqualTo(new byte[] {0, 0, 0, 0, 0, 0x10, 0, 0x21});
    assertThat(Arrays.copyOfRange(now, 8, 64)).isEqualTo(Arrays.copyOfRange(written, 8, 64));
    long[] guids = bench.simulated.guids(bench.port(Bench.HOST2, 1));
    assertThat(guids[0]).isEqualTo(bench.fabric.portGuid(bench.port(Bench.HOST2, 1)));
    assertThat(guids[1]).isEqualTo(ByteBuffer.wrap(written).getLong(8));
    assertThat(bench.simulated.stats().guidBlocksSet()).isEqualTo(1);
  }

  @Test
  void shouldKeepAsManyRowsOfArbitrationAsThereAre() {
    byte[] low = write(TO_SWITCH1, AttributeId.VL_ARBITRATION_TABLE, 0x10002, 1);
    byte[] high = write(TO_SWITCH1, AttributeId.VL_ARBITRATION_TABLE, 0x30002, 50);

    byte[] now = read(TO_SWITCH1, AttributeId.VL_ARBITRATION_TABLE, 0x10002);
    assertThat(now).startsWith(Arrays.copyOf(low, 16)).endsWith(new byte[48]);
    assertThat(read(TO_SWITCH1, AttributeId.VL_ARBITRATION_TABLE, 0x30002))
        .startsWith(Arrays.copyOf(high, 16));
  }

  @ParameterizedTest
  @CsvSource({
    "0x0014,4",
    "0x0016,0x00050000",
    "0x0016,2",
    "0x0017,0x0005",
    "0x0017,0x0500",
    "0x0018,0x00000001",
    "0x0018,0x00020001",
    "0x0018,0x00050001",
    "0x0018,0x00010005",
    "0x0019,768",
    "0x0019,-1",
    "0x001B,32",
    "0x001B,0x10000000"
  })
  void shouldRefuseBlocksThatAreNotThere(String attributeId, String modifier) {
    int attribute = Integer.decode(attributeId);
    int block = Integer.decode(modifier);

    assertThat(bench.get(TO_SWITCH1, attribute, block).status())
        .isEqualTo(Mad.STATUS_INVALID_FIELD);
    assertThat(bench.set(TO_SWITCH1, attribute, block, new byte[64]).status())
        .isEqualTo(Mad.STATUS_INVALID_FIELD);
  }
}
