package io.dateline.sm.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code path} of dumped tables, and what it prints. */
class PathCommandTest {
  @TempDir private Path folder;

  @Test
  void shouldFollowPacketsThroughDumpedTables() {
    String tables = folder.resolve("tables").toString();
    Ran routed =
        Ran.dateline(
            "route",
            "--topology",
            "torus:5x3",
            "--engine",
            "dfsssp",
            "--set",
            "qos=TRUE",
            "--dump",
            tables);
    assertThat(routed.exitCode()).as(routed.err()).isZero();

    Ran ran =
        Ran.dateline("path", "H_0_0_0_0", "H_2_1_0_0", "--topology", "torus:5x3", "--lfts", tables);
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out().lines().toList()).hasSize(7);
    assertThat(ran.out())
        .contains("routed by dfsssp", "  H_0_0_0_0[1] -> sw_0_0_0[", "-> H_2_1_0_0[1]  VL ")
        .endsWith("5 cables, the fewest there can be" + System.lineSeparator());
  }

  @Test
  void shouldWarnBelowTheHopsWhereThereIsNoPath() throws IOException {
    String given =
        """
        "from":{"name":"a","lid":1},"to":{"name":"b","lid":2},"what":"2 cables"\
        """;
    assertThat(printed("{%s}".formatted(given))).endsWith("2 cables" + System.lineSeparator());
    assertThat(printed("{%s,\"noPath\":\"no partition\"}".formatted(given)))
        .endsWith("2 cables%nwarning: no partition%n".formatted());
  }

  private static String printed(String answer) throws IOException {
    StringWriter text = new StringWriter();
    PathCommand.print(new ObjectMapper().readTree(answer), new PrintWriter(text, true));
    return text.toString();
  }

  @Test
  void shouldRefuseWhatIsNoPortAndHalfTheFiles() {
    Ran half = Ran.dateline("path", "1", "2", "--topology", "torus:5x3");
    assertThat(half.exitCode()).isEqualTo(2);
    assertThat(half.err()).contains("--topology and --lfts go together");
    Ran none =
        Ran.dateline(
            "path",
            "1",
            "2",
            "--topology",
            "torus:5x3",
            "--lfts",
            folder.resolve("none").toString());
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("there is no folder");
  }
}
