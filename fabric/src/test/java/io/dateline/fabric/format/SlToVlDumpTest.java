package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SlToVl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlToVlDumpTest {
  private static final Fabric FABRIC = PairFabric.fabric();
  private static final String DUMP = PairFabric.text("pair-sl2vl.dump");

  @TempDir Path folder;

  @Test
  void shouldReadLanesThatOpensmDumped() throws IOException {
    SlToVlDump dump = read(DUMP.replaceFirst("(?m)^2   1   : 0  1  2", "2   1   : 9  1  15"));
    assertThat(dump.warnings()).isEmpty();
    assertThat(dump.slToVl().vl(0, 2, 1, 0)).isEqualTo(9);
    assertThat(dump.slToVl().vl(0, 2, 1, 2)).isEqualTo(SlToVl.DROP);
    assertThat(dump.slToVl().vl(0, 2, 1, 8)).isZero();
    assertThat(dump.slToVl().vl(0, 1, 1, 9)).isEqualTo(1);
  }

  @Test
  void shouldGiveEveryPortOfAnAdapterItsOwnRow() throws IOException {
    String rowOfPort1 = "base LID 4, \"both\"";
    int start = DUMP.indexOf(rowOfPort1);
    String changed = DUMP.substring(start).replaceFirst("(?m)^0   0   : 0", "0   0   : 5");
    SlToVl slToVl = read(DUMP.substring(0, start) + changed).slToVl();
    int host = FABRIC.nodeByGuid(0x400000);
    assertThat(slToVl.vl(host, 0, 1, 0)).isEqualTo(5);
    assertThat(slToVl.vl(host, 0, 2, 0)).isZero();
  }

  @Test
  void shouldLeavePortsThatAreNotMentionedAlone() throws IOException {
    SlToVl slToVl = read(DUMP).slToVl();
    assertThat(slToVl.vl(0, 1, 3, 12)).isEqualTo(12);
  }

  @Test
  void shouldWriteTheVeryBytesThatOpensmWrites() throws IOException {
    LidMap lids =
        new LidMap.Builder(FABRIC)
            .assign(FABRIC.port(0, 0), 1, 0)
            .assign(FABRIC.port(1, 0), 2, 0)
            .assign(FABRIC.endPortByGuid(0x400001), 4, 1)
            .assign(FABRIC.endPortByGuid(0x500001), 6, 1)
            .assign(FABRIC.endPortByGuid(0x400002), 8, 1)
            .build();
    StringBuilder written = new StringBuilder();
    SlToVlDumpWriter.write(FABRIC, lids, read(DUMP).slToVl(), written);
    assertThat(written.toString()).isEqualTo(DUMP);
  }

  @Test
  void shouldReadWhatWasWritten() throws IOException {
    SlToVl odd = (node, input, output, sl) -> (node * 7 + input * 5 + output * 3 + sl) % 16;
    LidMap.Builder lids = new LidMap.Builder(FABRIC);
    int lid = 1;
    for (int port : FABRIC.endPorts()) {
      lids.assign(port, lid++, 0);
    }
    StringBuilder written = new StringBuilder();
    SlToVlDumpWriter.write(FABRIC, lids.build(), odd, written);
    SlToVl again = read(written.toString()).slToVl();
    for (int node = 0; node < FABRIC.switchCount(); node++) {
      for (int input = 0; input <= 3; input++) {
        for (int output = 1; output <= 3; output++) {
          boolean linked = FABRIC.peer(FABRIC.port(node, output)) != Fabric.NONE;
          for (int sl = 0; sl < 16; sl++) {
            assertThat(again.vl(node, input, output, sl))
                .isEqualTo(linked ? odd.vl(node, input, output, sl) : sl);
          }
        }
      }
    }
    int host = FABRIC.nodeByGuid(0x400000);
    assertThat(again.vl(host, 0, 2, 3)).isEqualTo(odd.vl(host, 0, 2, 3));
  }

  @Test
  void shouldKnowTheIdentity() throws IOException {
    StringBuilder written = new StringBuilder();
    LidMap lids = new LidMap.Builder(FABRIC).assign(FABRIC.port(0, 0), 1, 0).build();
    SlToVlDumpWriter.write(FABRIC, lids, SlToVl.IDENTITY, written);
    assertThat(read(written.toString()).slToVl()).isSameAs(SlToVl.IDENTITY);
  }

  @Test
  void shouldWarnOfPortsThatTheTopologyLacks() throws IOException {
    assertThat(read(DUMP.replace("500001", "510001")).warnings())
        .containsExactly("there is no Channel Adapter 0x0000000000510001 in the topology");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1   1   : 0  1|1   1   : 0  16|5: lane of SL 1 16 is not within 0 to 15",
        "0  1  2  3  4  5  6  7  0  1  2  3  4  5  6  7 |0 1 2|4: lane of SL 3 expected, found the",
        "1   1   : 0  1|1   1   : 0  1  1|5: nothing more expected after 16 lanes, found '7'",
        "1   1   : 0  1|1   4   : 0  1|5: the switch has 3 ports, there is no row from 1 to 4",
        "1   1   : 0  1|1   1   0  1|5: ':' expected before the lanes, found '0",
        "Switch 0x0000000000200000|Swatch 1|1: the heading of a switch or port expected",
        "0   0   : 0|0   1   : 0|34: a channel adapter's row is that from 0 to 0",
      })
  void shouldNameThePlaceAndTheMistake(String right, String wrong, String expected)
      throws IOException {
    assertThat(DUMP).contains(right);
    String text = DUMP.replaceFirst(Pattern.quote(right), wrong);
    Path file = Files.writeString(folder.resolve("sl2vl"), text);
    assertThatThrownBy(() -> SlToVlDumpReader.read(file, FABRIC))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(file + ":" + expected);
  }

  private SlToVlDump read(String text) throws IOException {
    return SlToVlDumpReader.read(Files.writeString(folder.resolve("sl2vl"), text), FABRIC);
  }
}
