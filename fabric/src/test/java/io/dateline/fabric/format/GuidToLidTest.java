package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuidToLidTest {
  private static final String OF_OPENSM = PairFabric.text("pair-guid2lid");

  @TempDir Path folder;

  @Test
  void shouldReadAndWriteTheVeryBytesOfOpensm() throws IOException {
    List<GuidToLid> entries = GuidToLid.read(Files.writeString(folder.resolve("g"), OF_OPENSM));
    assertThat(entries)
        .hasSize(5)
        .contains(new GuidToLid(0x400002, 8, 9), new GuidToLid(0x200000, 1, 1));
    StringBuilder written = new StringBuilder();
    GuidToLid.write(entries, written);
    assertThat(written.toString()).isEqualTo(OF_OPENSM);
  }

  @Test
  void shouldPassOverCommentsAndReadDecimals() throws IOException {
    Path file = Files.writeString(folder.resolve("g"), "# old\r\n0x10\t16 0x11\r\n");
    assertThat(GuidToLid.read(file)).containsExactly(new GuidToLid(0x10, 16, 17));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x10 0x2|last LID expected, found the end of the line",
        "0x10 0x0 0x1|first LID 0 is not within 1 to 49151",
        "0x10 0x3 0x2|last LID 2 is not within 3 to 49151",
        "0x10 0x3 0x10000|last LID 10000 is not within 3 to 49151",
        "0x10 0x3 0x3 0x4|nothing more expected after the last LID, found '0x4'",
        "0x0 0x3 0x3|the port GUID is 0",
        "0x10203040506070809 1 1|the port GUID has more than 16 hex digits",
        "host 1 1|the port GUID expected in hex, found 'host 1 1'",
        "0x07 1 1|port GUID 0x0000000000000007 is already in line 1",
      })
  void shouldNameThePlaceAndTheMistake(String line, String sentence) throws IOException {
    Path file = Files.writeString(folder.resolve("g"), "0x7 0x9 0x9\n" + line + "\n");
    assertThatThrownBy(() -> GuidToLid.read(file)).hasMessage(file + ":2: " + sentence);
  }
}
