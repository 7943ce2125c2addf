package io.dateline.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LayerMemoryBytesTest {
  private static LayerMemory random(Random random) {
    Fabric fabric = Net.random(random);
    LidMap lids = Net.lids(fabric, random.nextInt(3));
    byte[][] layers = new byte[lids.maxLid() + 1][fabric.switchCount()];
    for (byte[] row : layers) {
      for (int node = 0; node < row.length; node++) {
        row[node] = (byte) (random.nextInt(4) - 1);
      }
    }
    return LayerMemory.of(fabric, lids, layers, null);
  }

  @Property(tries = 200)
  void shouldReadWhatWasWritten(@ForAll long seed) {
    LayerMemory memory = random(new Random(seed));
    byte[] bytes = LayerMemoryBytes.write(memory);

    assertThat(LayerMemoryBytes.read(bytes)).isEqualTo(memory).hasSameHashCodeAs(memory);
    assertThat(LayerMemoryBytes.write(LayerMemoryBytes.read(bytes))).isEqualTo(bytes);
  }

  /** Garbage is refused, or is a memory whose bytes it is. */
  @Property(tries = 2000)
  void shouldRefuseGarbage(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = LayerMemoryBytes.write(random(random));
    byte[] garbage =
        Arrays.copyOf(
            bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length + 9) : bytes.length);
    for (int i = random.nextInt(3); i > 0 && garbage.length > 0; i--) {
      garbage[random.nextInt(garbage.length)] = (byte) random.nextInt();
    }
    try {
      assertThat(LayerMemoryBytes.write(LayerMemoryBytes.read(garbage))).hasSizeGreaterThan(0);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("layers that were remembered: ");
    }
  }

  /** Two switches, an adapter at the second; what version 1 writes stays readable. */
  @Test
  void shouldHaveTheBytesOfVersion1() {
    Fabric fabric = new Net().switches(2, 3).cable(0, 1, 1, 1).host(1, 2).build();
    LidMap lids = Net.lids(fabric, 0);
    byte[][] layers = new byte[lids.maxLid() + 1][];
    layers[Net.lidAt(fabric, lids, 1, 2)] = new byte[] {3, LayerMemory.NONE};
    LayerMemory memory = LayerMemory.of(fabric, lids, layers, null);
    String guid = HexFormat.of().toHexDigits(fabric.portGuid(fabric.peer(fabric.port(1, 2))));

    assertThat(HexFormat.of().formatHex(LayerMemoryBytes.write(memory)))
        .isEqualTo(
            "444c4c4d"
                + "01"
                + "00000002"
                + "00000001"
                + "00000001"
                + "0000000000000100"
                + "0000000000000101"
                + "030000"
                + "ff0000"
                + guid
                + "00"
                + "00000000");
  }

  @Test
  void shouldSayWhatIsWrong() {
    assertThatThrownBy(() -> LayerMemoryBytes.read(new byte[] {1, 2, 3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the bytes end early");
    assertThatThrownBy(() -> LayerMemoryBytes.read(new byte[64]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("they do not begin with DLLM");
  }

  /** Who is gone is remembered; who is back has its layer again. */
  @Test
  void shouldRememberWhoIsGone() {
    Fabric whole = new Net().switches(2, 4).cable(0, 1, 1, 1).host(0, 2).host(1, 2).build();
    Fabric part = new Net().switches(2, 4).cable(0, 1, 1, 1).host(0, 2).build();
    LidMap lids = Net.lids(whole, 0);
    int lid = Net.lidAt(whole, lids, 1, 2);
    byte[][] layers = new byte[lids.maxLid() + 1][];
    layers[lid] = new byte[] {5, 0};
    LayerMemory before = LayerMemory.of(whole, lids, layers, null);
    byte[][] others = new byte[3][];
    LayerMemory after = LayerMemory.of(part, Net.lids(part, 0), others, before);

    long guid = whole.portGuid(lids.port(lid));
    assertThat(after.layer(whole.nodeGuid(0), guid, 0)).isEqualTo(5);
    assertThat(after.of(part).layer(whole.nodeGuid(0), guid, 0)).isEqualTo(LayerMemory.NONE);
    assertThat(after.of(part).destinationCount()).isZero();
  }
}
