package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.TreeFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeFrameDumpTest {
  @TempDir Path folder;

  private TreeFrame read(String text) throws IOException {
    return TreeFrameDump.read(Files.writeString(folder.resolve("tree-frame.dump"), text));
  }

  @Test
  void shouldReadWhatItHasWrittenAlsoOfSwitchesThatAreGone() throws IOException {
    TreeFrame frame =
        TreeFrame.EMPTY.with(
            new long[] {-1, 0x20, 0x30}, new int[] {2, 1, 0}, new long[] {-1, 0x40}, new long[0]);
    Fabric.Builder builder = new Fabric.Builder();
    builder.node(NodeType.SWITCH, 0x20, 4).description("in the\nmiddle");
    StringBuilder text = new StringBuilder();

    TreeFrameDump.write(frame, builder.build(), text);

    assertThat(text.toString())
        .isEqualTo(
            """
            tree
            0x0000000000000020 1 # in the middle
            0x0000000000000030 0
            0x0000000000000040 - root
            0xffffffffffffffff 2 root
            """);
    assertThat(read("# by hand\n\n" + text)).isEqualTo(frame);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # a comment | there is no line that says tree
          torus 2 2   | the word tree has to come first
          tree;0x1 2;0x1 0 | switch 0x0000000000000001 was there before
          tree;0x1 x  | level
          tree;x 1    | GUID
          """)
  void shouldSayWhatIsWrong(String lines, String message) {
    assertThatThrownBy(() -> read(lines.replace(';', '\n')))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(message);
  }
}
