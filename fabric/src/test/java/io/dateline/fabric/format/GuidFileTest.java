package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.dateline.fabric.Guid;
import io.dateline.fabric.format.GuidFile.Form;
import io.dateline.fabric.format.GuidFile.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuidFileTest {
  private static final long GUID = 0x0002_c902_0042_3f10L;

  @TempDir Path folder;

  private GuidFile read(Form form, String text) throws IOException {
    return GuidFileReader.read(Files.writeString(folder.resolve("list"), text), form);
  }

  @Test
  void shouldReadGuidsInHexAndDecimalPastCommentsAndBlanks() throws IOException {
    GuidFile read =
        read(
            Form.GUID,
            """
            # roots

              0x0002c90200423f10   # the first
            0X2C90200423F10#next to it
            784569860251408 "spine 7"\r
            0xffffffffffffffff
            """);

    assertThat(read.warnings()).isEmpty();
    assertThat(read.lines())
        .extracting(Line::lineNumber, Line::guid)
        .containsExactly(tuple(3, GUID), tuple(4, GUID), tuple(5, 784569860251408L), tuple(6, -1L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GUID|0002c90200423f10|:1: GUID expected, found '0002c90200423f10'", // no 0x: octal, as in
        // C
        "GUID|-1|GUID expected, found '-1'",
        "GUID|0x|GUID expected, found '0x'",
        "GUID|0x10000000000000000|GUID expected",
        "GUID|18446744073709551616|GUID expected",
        "GUID|0x1,0x2|GUID expected",
        "GUID|S-0002c90200423f10|GUID expected",
        "GUID_AND_ID|0x1|id expected, found the end of the line",
        "GUID_AND_ID|0x1 seven|id expected, found 'seven'",
        "SWITCH_AND_PORT|0x1 # 5|port expected, found '# 5'",
        "SWITCH_AND_PORT|0x1 0|port 0 is not within 1 to 254",
        "SWITCH_AND_PORT|0x1 255|port 255 is not within 1 to 254",
        "SWITCH_PORT_AND_WEIGHT|0x1 5|weight expected",
        "SWITCH_PORT_AND_WEIGHT|0x1 5 256|weight 256 is not within 1 to 255",
        "SWITCH_PORT_AND_WEIGHT|0x1 5 0|weight 0 is not within",
        "SWITCH_AND_PORTS|0x1|port expected",
        "SWITCH_AND_PORTS|0x1 3 4 3|port 3 occurs twice",
        "SWITCH_AND_PORTS|0x1 3 x|port expected, found 'x'",
        "SWITCH_AND_PORTS|0x1 3 18446744073709551615|port 18446744073709551615 is not within",
      })
  void shouldSkipALineThatIsNoneWithAWarningThatNamesIt(Form form, String line, String sentence)
      throws IOException {
    GuidFile read = read(form, line.strip() + "\n0x7 9 8 # good\n");

    assertThat(read.lines()).extracting(Line::guid).containsExactly(7L);
    assertThat(read.warnings()).hasSize(1);
    assertThat(read.warnings().getFirst())
        .startsWith(folder.resolve("list") + ":1: ")
        .contains(sentence)
        .endsWith("the line is skipped");
  }

  @Test
  void shouldReadWhatEachFormHasBehindTheGuid() throws IOException {
    String text = "0x7 9 8 10 # c\n";

    assertThat(read(Form.GUID, text).lines().getFirst().numbers()).isEmpty();
    assertThat(read(Form.GUID_AND_ID, text).lines().getFirst().numbers()).containsExactly(9L);
    assertThat(read(Form.SWITCH_AND_PORT, text).lines().getFirst().numbers()).containsExactly(9L);
    assertThat(read(Form.SWITCH_PORT_AND_WEIGHT, text).lines().getFirst().numbers())
        .containsExactly(9L, 8L);
    assertThat(read(Form.SWITCH_AND_PORTS, text).lines().getFirst().numbers())
        .containsExactly(9L, 8L, 10L);
    assertThat(read(Form.GUID_AND_ID, "1 0xffffffffffffffff").lines().getFirst().numbers())
        .containsExactly(-1L);
  }

  @Test
  void shouldNotNameEveryLineOfAFileOfAnotherKind() throws IOException {
    GuidFile read = read(Form.GUID, "nothing\n".repeat(1000));

    assertThat(read.lines()).isEmpty();
    assertThat(read.warnings()).hasSize(GuidFileReader.WARNINGS_MAX + 1);
    assertThat(read.warnings().getLast()).endsWith("list: 980 more lines were skipped");
  }

  @Test
  void shouldFailOnAFileThatIsNotThere() {
    assertThatThrownBy(() -> GuidFileReader.read(folder.resolve("missing"), Form.GUID))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Property(tries = 200)
  void shouldSurviveAnyBytesAndAccountForEveryLine(@ForAll byte[] bytes, @ForAll Form form)
      throws IOException {
    Path file = Files.createTempFile("guids", "");
    try {
      Files.write(file, bytes);
      GuidFile read = GuidFileReader.read(file, form);
      String text = new String(bytes, StandardCharsets.UTF_8);
      assertThat((long) read.lines().size() + read.warnings().size())
          .isLessThanOrEqualTo(text.lines().count() + 1);
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 200)
  void shouldReadWhatWasWrittenAmongWrongLines(@ForAll List<Long> guids, @ForAll boolean isHex)
      throws IOException {
    List<String> lines = new ArrayList<>();
    for (long guid : guids) {
      lines.add(isHex ? Guid.format(guid) : Long.toUnsignedString(guid));
      lines.add("0xzz");
    }
    Path file = Files.createTempFile("guids", "");
    try {
      Files.write(file, lines);
      GuidFile read = GuidFileReader.read(file, Form.GUID);
      assertThat(read.lines()).extracting(Line::guid).containsExactlyElementsOf(guids);
      assertThat(read.warnings()).hasSize(Math.min(guids.size(), GuidFileReader.WARNINGS_MAX + 1));
    } finally {
      Files.delete(file);
    }
  }
}
