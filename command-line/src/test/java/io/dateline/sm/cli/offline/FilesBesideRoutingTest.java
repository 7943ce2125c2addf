package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.cli.console.Ran;
import io.dateline.sm.options.OpensmConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that no table comes of, and that a node would refuse. */
class FilesBesideRoutingTest {
  @TempDir Path folder;

  private Path conf(String... lines) throws IOException {
    return Files.write(folder.resolve("opensm.conf"), List.of(lines));
  }

  private List<String> warnings(boolean hasQos, String... lines) throws IOException {
    return FilesBesideRouting.warnings(OpensmConf.read(conf(lines)), hasQos);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @ParameterizedTest
  @CsvSource({
    "partition_config_file, a node keeps the partitions of its journal",
    "qos_policy_file, no node starts with it",
    "prefix_routes_file, no node starts with it"
  })
  void shouldTellAFileThatIsNamedAndNotThere(String option, String end) throws IOException {
    assertThat(warnings(true, "lmc 1", option + " /nonexistent/x"))
        .singleElement()
        .asString()
        .contains("opensm.conf:2: " + option + " cannot be used: there is no file /nonexistent/x")
        .contains(end);
    assertThat(warnings(true, option + " (null)")).isEmpty();
  }

  @Test
  void shouldTellALineThatNoNodeUnderstands() throws IOException {
    Path partitions = file("partitions.conf", "Default=0x7fff : ALL=full;\nnonsense\n");
    Path routes = file("prefix-routes.conf", "0xfec0000000000001 one\n");
    Path policy = file("qos-policy.conf", "qos-levels\n  nonsense\n");
    assertThat(
            warnings(
                true,
                "partition_config_file " + partitions,
                "prefix_routes_file " + routes,
                "qos_policy_file " + policy))
        .hasSize(3)
        .anySatisfy(warning -> assertThat(warning).contains(partitions + ":2: ", "no term begins"))
        .anySatisfy(warning -> assertThat(warning).contains(routes + ":1: ", "no node starts"))
        .anySatisfy(warning -> assertThat(warning).contains(policy + ":2: ", "no node starts"));
  }

  /** As the log of a node does. */
  @Test
  void shouldWarnOfWhatHasNoEffect() throws IOException {
    Path partitions = file("partitions.conf", "Default=0x7fff, sl=3 : ALL=full;\n");
    assertThat(
            warnings(
                false, "partition_config_file " + partitions, "qos_policy_file /nonexistent/x"))
        .containsExactly(
            partitions
                + ": sl=3 of 'Default' (0x7fff) counts where QoS is on; without it"
                + " the SL is 0",
            "qos_policy_file /nonexistent/x is not read: qos is FALSE");
  }

  /** A host may have any of those at OpenSM's own places, or none. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldNoteThoseThatNobodyNamed(boolean hasQos) throws IOException {
    Path partitions = file("partitions.conf", "Default=0x7fff : ALL=full;\n");
    OpensmConf named =
        OpensmConf.read(
            conf(
                "partition_config_file " + partitions,
                "qos_policy_file (null)",
                "prefix_routes_file (null)"));
    assertThat(FilesBesideRouting.notes(named, hasQos)).isEmpty();

    List<String> expected = new ArrayList<>(List.of("partitions.conf"));
    if (hasQos) {
      expected.add("qos-policy.conf");
    }
    expected.add("prefix-routes.conf");
    expected.removeIf(name -> !Files.exists(Path.of("/etc/opensm", name)));
    List<String> notes = FilesBesideRouting.notes(OpensmConf.read(conf("lmc 1")), hasQos);
    assertThat(notes).hasSameSizeAs(expected);
    for (int i = 0; i < notes.size(); i++) {
      assertThat(notes.get(i)).contains("/etc/opensm/" + expected.get(i) + " is read");
    }
  }

  @Test
  void shouldRouteAllTheSame() throws IOException {
    Ran ran =
        Ran.dateline(
            "route",
            "--topology",
            "torus:3x3x1",
            "--opensm-conf",
            conf("prefix_routes_file /nonexistent/x").toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.err()).contains("warning: ", "there is no file /nonexistent/x");
    assertThat(ran.out()).contains("minhop routed");
  }
}
