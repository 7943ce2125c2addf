package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TorusFrameDumpTest {
  @TempDir Path folder;

  private TorusFrame read(String text) throws IOException {
    return TorusFrameDump.read(Files.writeString(folder.resolve("torus-frame.dump"), text));
  }

  @Test
  void shouldReadWhatItHasWrittenAlsoOfSwitchesThatAreGone() throws IOException {
    TorusShape shape = new TorusShape(List.of(6, 5, 1), List.of(true, false, true));
    TorusFrame frame =
        TorusFrame.empty(shape)
            .with(
                new long[] {-1, 0x20, 0x30},
                new int[] {shape.place(5, 4, 0), shape.place(2, 0, 0), 0});
    Fabric.Builder builder = new Fabric.Builder();
    builder.node(NodeType.SWITCH, 0x20, 4).description("in the\nmiddle");
    StringBuilder text = new StringBuilder();

    TorusFrameDump.write(frame, builder.build(), text);

    assertThat(text.toString())
        .isEqualTo(
            """
            torus 6 5m 1
            0x0000000000000030 0 0 0
            0x0000000000000020 2 0 0 # in the middle
            0xffffffffffffffff 5 4 0
            """);
    assertThat(read("# by hand\n\n" + text)).isEqualTo(frame);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|: there is no line with the size of the torus",
        "0x20 0 0 0|:1: the size of the torus has to come first",
        "torus 6 5|:1: z radix expected",
        "torus 6 5 1;0x20 0 0|:2: z coordinate expected, found the end of the line",
        "torus 6 5 1;0x20 6 0 0|:2: x coordinate 6 is not within 0 to 5",
        "torus 6 5 1;sw 0 0 0|:2: GUID expected, found 'sw 0 0 0'",
        "torus 6 5 1;0x20 0 0 0;0x30 0 0 0|:3: there is another switch at (0,0,0)",
        "torus 6 5 1;0x20 0 0 0;0x20 1 0 0|:3: switch 0x0000000000000020 has another place",
      })
  void shouldSayWhatIsWrongAndWhere(String text, String message) {
    assertThatThrownBy(() -> read(text == null ? "" : text.replace(";", "\n")))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("torus-frame.dump" + message);
  }
}
