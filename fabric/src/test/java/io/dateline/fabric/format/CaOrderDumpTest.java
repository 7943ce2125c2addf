package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaOrderDumpTest {
  @TempDir Path folder;

  private final Fabric fabric = PairFabric.fabric();
  private final LidMap lids = RandomLids.assign(fabric, new Random(3));
  private final int[] adapters =
      Arrays.stream(fabric.endPorts())
          .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
          .toArray();

  @Test
  void shouldReadRanksAndKeepDummies() throws IOException {
    String text =
        "0x%04x\thost \"1\" 0xFFFF\n0xFFFF\tDUMMY\n0x%04X\t\n"
            .formatted(lids.baseLid(adapters[1]), lids.baseLid(adapters[0]));
    assertThat(read(text)).containsExactly(adapters[1], Fabric.NONE, adapters[0]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0xfffe nobody|no adapter of the topology has LID 65534",
        "0x%2$04x a switch|no adapter of the topology has LID %2$d",
        "0x%1$04x again|the port of LID %1$d has a rank already, in line 1",
        "h1 0x0001|the LID expected, found 'h1 0x0001'",
        "0x10000 x|the LID 10000 is not within 1 to 65535",
      })
  void shouldNameThePlaceAndTheMistake(String line, String sentence) {
    int taken = lids.baseLid(adapters[0]);
    int ofSwitch = lids.baseLid(fabric.port(0, 0));
    assertThatThrownBy(
            () -> read("0x%1$04x x\n%2$s".formatted(taken, line.formatted(taken, ofSwitch))))
        .isInstanceOf(FormatException.class)
        .hasMessage(folder.resolve("order") + ":2: " + sentence.formatted(taken, ofSwitch));
  }

  private int[] read(String text) throws IOException {
    return CaOrderDump.read(Files.writeString(folder.resolve("order"), text), fabric, lids);
  }
}
