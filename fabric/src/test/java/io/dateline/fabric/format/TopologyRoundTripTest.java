package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.FabricArbitraries;
import io.dateline.fabric.FabricText;
import io.dateline.fabric.NodeType;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TopologyRoundTripTest {
  @Provide
  Arbitrary<Fabric> fabrics() {
    return FabricArbitraries.fabrics();
  }

  @Property(tries = 500)
  void shouldReadWhatWasWritten(@ForAll("fabrics") Fabric fabric) throws IOException {
    String text = write(fabric);
    assertThat(FabricText.of(read(text))).isEqualTo(FabricText.of(fabric));
  }

  @Property(tries = 200)
  void shouldNotCareForLineEndsTabsOrTheOrderOfBlocks(
      @ForAll("fabrics") Fabric fabric, @ForAll long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder shuffled = new StringBuilder();
    for (String block : write(fabric).split("\n\n", -1)) {
      String blockText = block.stripTrailing() + "\n\n";
      shuffled.insert(random.nextBoolean() ? 0 : shuffled.length(), blockText);
    }
    String text = shuffled.toString().replace("\n", "\r\n").replace("\t\t#", "   #");
    assertThat(FabricText.of(read(text))).isEqualTo(FabricText.of(fabric));
  }

  /** Cut or damaged text is read or refused; nothing else may come out of it. */
  @Property(tries = 500)
  void shouldReadOrRefuseDamagedText(@ForAll("fabrics") Fabric fabric, @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    byte[] bytes = write(fabric).getBytes(StandardCharsets.UTF_8);
    for (int damage = random.nextInt(4); damage > 0; damage--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    int length = random.nextBoolean() ? bytes.length : random.nextInt(bytes.length);
    try {
      read(new String(bytes, 0, length, StandardCharsets.UTF_8));
    } catch (FormatException refused) {
      assertThat(refused.problems()).isNotEmpty();
    }
  }

  @Test
  void shouldWriteBlanksForControlCharacters() throws IOException {
    Fabric.Builder builder = new Fabric.Builder();
    builder.node(NodeType.SWITCH, 1, 1).description("a\nb\u0000c");
    assertThat(read(write(builder.build())).description(0)).isEqualTo("a b c");
  }

  private static String write(Fabric fabric) throws IOException {
    StringBuilder text = new StringBuilder();
    TopologyWriter.write(fabric, text);
    return text.toString();
  }

  private static Fabric read(String text) throws IOException {
    return TopologyReader.read("test.ib", new StringReader(text));
  }
}
