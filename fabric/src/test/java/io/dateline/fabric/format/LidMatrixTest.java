package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LidMatrixTest {
  /** From OpenSM's own dump of two switches with a host each, rows cut to the first three ports. */
  private static final String DUMP =
      """
      Switch: guid 0x0000000000000020
      0x0001: 00 02 02 ff # portguid 0x0000000000000020
      0x0002: 01 01 01 ff # portguid 0x0000000000000021
      Switch: guid 0x0000000000000021
      0x0001: 01 ff 01 01 # portguid 0x0000000000000020
      0x0002: 00 ff 02 02 # portguid 0x0000000000000021
      """;

  @TempDir Path folder;

  private LidMatrix read(String text) throws IOException {
    return LidMatrix.read(Files.writeString(folder.resolve("matrix"), text));
  }

  @Test
  void shouldReadWhatOpensmDumped() throws IOException {
    LidMatrix matrix = read(DUMP);

    assertThat(matrix.switches()).hasSize(2);
    LidMatrix.Switch right = matrix.switches().getLast();
    assertThat(right.guid()).isEqualTo(0x21);
    assertThat(right.columns()).isEqualTo(4);
    assertThat(right.lids()).containsExactly(1, 2);
    assertThat(right.portGuids()).containsExactly(0x20, 0x21);
    assertThat(right.hops()).containsExactly(1, -1, 1, 1, 0, -1, 2, 2);
  }

  @Test
  void shouldWriteTheVeryBytesThatOpensmWrites() throws IOException {
    Fabric fabric =
        TopologyReader.read(
            "test.ib",
            new StringReader(
                """
                Switch 3 "S-0000000000000020"
                [1] "S-0000000000000021"[2]
                [2] "S-0000000000000021"[3]
                Switch 3 "S-0000000000000021"
                [1] "H-0000000000000051"[1](51)
                [2] "S-0000000000000020"[1]
                [3] "S-0000000000000020"[2]
                Ca 1 "H-0000000000000051"
                """));
    LidMap.Builder lids = new LidMap.Builder(fabric);
    lids.assign(fabric.port(0, 0), 1, 0).assign(fabric.port(1, 0), 2, 0);
    lids.assign(fabric.endPortByGuid(0x51), 4, 2);
    StringBuilder written = new StringBuilder();

    LidMatrixWriter.write(fabric, lids.build(), written);

    assertThat(written.toString()).isEqualTo(DUMP);
  }

  @Test
  void shouldTakeRowsOfAnyLengthAndTheLastOneOfALid() throws IOException {
    LidMatrix matrix =
        read(
            """
            by hand
            0x0009: 00
            Switch guid 0x20
            # 0x0003: 00
            0x0001: 05
            0x0002 1 2 fe
            0x0001: 0 1 # no GUID
            """);

    LidMatrix.Switch only = matrix.switches().getFirst();
    assertThat(only.lids()).containsExactly(1, 2);
    assertThat(only.portGuids()).containsExactly(0, 0);
    assertThat(only.hops()).containsExactly(0, 1, -1, 1, 2, -2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x0002: 01|0x0002: 101|3: number of hops 101 is not within 0 to ff",
        "0x0002: 01|0x0002: zz|3: a number of hops expected in hex",
        "0x0002:|0x10000:|3: LID 10000 is not within 0 to 49151",
        "guid 0x0000000000000020|0x20|1: the heading of a switch has no guid",
      })
  void shouldNameThePlaceAndTheMistake(String right, String wrong, String expected) {
    assertThatThrownBy(() -> read(DUMP.replaceFirst(right, wrong)))
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(folder.resolve("matrix") + ":" + expected);
  }

  @Test
  void shouldRefuseAFileWithoutSwitches() {
    assertThatThrownBy(() -> read("0x0001: 00\n"))
        .hasMessageEndingWith("matrix: there is no lid matrix in this file");
  }

  @Test
  void shouldHaveADigestOfWhatItSays() throws IOException {
    String digest = read(DUMP).digest();

    assertThat(read("# other bytes\n" + DUMP).digest()).isEqualTo(digest);
    assertThat(read(DUMP.replace("0x0002: 01 01", "0x0002: 01 02")).digest()).isNotEqualTo(digest);
    assertThat(read(DUMP.replace("portguid 0x0000000000000021", "")).digest()).isNotEqualTo(digest);
  }
}
