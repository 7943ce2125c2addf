package io.dateline.routing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LayerMemoryTest {
  private static final Fabric SMALL = TopologySpec.parse("torus:3x2").generate();
  private static final Fabric LARGE = TopologySpec.parse("torus:3x4").generate();

  private final long seed = Long.getLong("layers.seed", System.nanoTime());
  private final Random random = new Random(seed);

  LayerMemoryTest() {
    System.out.println("-Dlayers.seed=" + seed);
  }

  @Test
  void shouldTellWhatItWasTold() {
    LidMap lids = Net.lids(LARGE, 1);
    byte[][] layers = someLayers(LARGE, lids);
    layers[5] = null;
    LayerMemory memory = LayerMemory.of(LARGE, lids, layers);

    byte[][] told = memory.layers(LARGE, lids);

    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      if (lids.port(lid) != Fabric.NONE) {
        assertThat(told[lid])
            .isEqualTo(layers[lid] == null ? new byte[LARGE.switchCount()] : layers[lid]);
      }
    }
    assertThat((Object[]) LayerMemory.EMPTY.layers(LARGE, lids)).containsOnlyNulls();
  }

  /** What is away for a while has its layers again when it comes back. */
  @Test
  void shouldRememberWhatIsNotThere() {
    LidMap few = Net.lids(SMALL, 0);
    LidMap all = Net.lids(LARGE, 0);
    LayerMemory first = LayerMemory.of(LARGE, all, someLayers(LARGE, all));
    LayerMemory second = LayerMemory.of(SMALL, few, someLayers(SMALL, few));
    LayerMemory both = first.with(second);

    byte[][] now = both.layers(LARGE, all);
    byte[][] before = first.layers(LARGE, all);
    byte[][] between = second.layers(LARGE, all);
    for (int lid = 1; lid <= all.maxLid(); lid++) {
      for (int node = 0; node < LARGE.switchCount(); node++) {
        byte later = between[lid] == null ? LayerMemory.UNKNOWN : between[lid][node];
        assertThat(now[lid][node]).isEqualTo(later == -1 ? before[lid][node] : later);
      }
    }
    assertThat(LayerMemory.EMPTY.with(first)).isSameAs(first);
    assertThat(first.with(LayerMemory.EMPTY)).isSameAs(first);
    assertThat(first.with(first)).isEqualTo(first);
  }

  @Test
  void shouldComeToTheSameByItsChanges() {
    LidMap few = Net.lids(SMALL, 0);
    LidMap all = Net.lids(LARGE, 0);
    LayerMemory first = LayerMemory.of(SMALL, few, someLayers(SMALL, few));
    byte[][] layers = someLayers(LARGE, all);
    LayerMemory second = first.with(LayerMemory.of(LARGE, all, layers));
    layers[3][1] = (byte) (layers[3][1] ^ 1);
    LayerMemory third = second.with(LayerMemory.of(LARGE, all, layers));

    assertThat(first.with(second.changesSince(first))).isEqualTo(second);
    LayerMemory change = third.changesSince(second);
    assertThat(change.destinations).hasSize(1);
    assertThat(change.movedSince(second)).isEqualTo(1);
    assertThat(second.with(change)).isEqualTo(third);
    assertThat(third.changesSince(third).isEmpty()).isTrue();
    assertThat(LayerMemory.EMPTY.changesSince(third).isEmpty()).isTrue();
  }

  @Test
  void shouldBeReadFromItsBytesAndNothingElse() {
    LidMap lids = Net.lids(LARGE, 1);
    LayerMemory memory = LayerMemory.of(LARGE, lids, someLayers(LARGE, lids));
    byte[] bytes = memory.toBytes();

    assertThat(LayerMemory.read(bytes)).contains(memory);
    assertThat(LayerMemory.read(LayerMemory.EMPTY.toBytes())).contains(LayerMemory.EMPTY);
    assertThat(LayerMemory.read(Arrays.copyOf(bytes, bytes.length / 2))).isEmpty();
    assertThat(LayerMemory.read(new byte[0])).isEmpty();
    for (int attempt = 0; attempt < 2_000; attempt++) {
      byte[] broken = bytes.clone();
      broken[random.nextInt(broken.length)] ^= (byte) (1 << random.nextInt(8));
      // Nearly always nothing, for there is a checksum; what is read can be used all the same.
      LayerMemory.read(broken).ifPresent(read -> read.with(memory).layers(LARGE, lids));
      byte[] noise = new byte[random.nextInt(100)];
      random.nextBytes(noise);
      assertThat(LayerMemory.read(noise)).isEmpty();
    }
  }

  @Test
  void shouldMakeNoRoomForMoreThanItsBytesCanHold() {
    byte[] boast = // of two gigabytes
        ByteBuffer.allocate(64).put((byte) 1).putInt(43_000).putInt(49_000).putInt(49_000).array();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    assertThat(LayerMemory.read(boast)).isEmpty();

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
  }

  @Test
  void shouldCountInTheDigestOfAllThatIsRemembered() {
    LidMap lids = Net.lids(LARGE, 0);
    byte[][] layers = someLayers(LARGE, lids);
    EngineMemory memory = EngineMemory.NONE.with(LayerMemory.of(LARGE, lids, layers));
    layers[3][1] = (byte) (layers[3][1] ^ 1);
    EngineMemory other = EngineMemory.NONE.with(LayerMemory.of(LARGE, lids, layers));

    assertThat(memory.digest()).isNotEmpty().isNotEqualTo(other.digest());
    assertThat(EngineMemory.NONE.digest()).isEmpty();
  }

  private byte[][] someLayers(Fabric fabric, LidMap lids) {
    byte[][] layers = new byte[lids.maxLid() + 1][fabric.switchCount()];
    for (byte[] row : layers) {
      for (int node = 0; node < row.length; node++) {
        row[node] = (byte) random.nextInt(8);
      }
    }
    return layers;
  }
}
