package io.dateline.fabric.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.format.FormatException;
import io.dateline.fabric.policy.ChainFile.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NVIDIA's text on topologies and chains, a row a sentence. */
class ChainFileTest {
  private static final Set<String> ENGINES = Set.of("minhop", "ftree", "updn");

  @TempDir private Path folder;

  /** Steps are between bars, their qualifiers between semicolons. There are topologies 1 and 2. */
  private ChainFile chain(String steps) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String step : steps.split("\\|", -1)) {
      text.append("unicast-step\n").append(step.strip().replaceAll(" *; *", "\n"));
      text.append("\nend-unicast-step\n");
    }
    return ChainFile.read(
        Files.writeString(folder.resolve("chain"), text),
        Set.of(1L, 2L),
        name -> ENGINES.contains(name) ? Optional.empty() : Optional.of("no engine " + name));
  }

  private static String told(Step step) {
    return "%d %s t%d f%d b%d"
        .formatted(step.id(), step.engine(), step.topology(), step.fallbackTo(), step.pathBit());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '/',
      textBlock =
          """
          # defaults: the entire fabric, no fallback, path bit 0
          id: 1; engine: minhop                                        / 1 minhop t0 f0 b0
          # a lid offset, as the text writes it
          id: 1; engine: minhop| id: 2; engine: ftree; topology: 1; Path-bit: 1 / 1 minhop t0 f0 b0, 2 ftree t1 f0 b1
          # engines are set according to an ascending id order
          id: 7; engine: ftree; topology: 2| id: 1; engine: minhop| id: 3; engine: updn; topology: 1 / 1 minhop t0 f0 b0, 3 updn t1 f0 b0, 7 ftree t2 f0 b0
          # a fallback
          id: 1; engine: minhop| id: 2; engine: ftree; topology: 1| id: 3; engine: updn; topology: 1; fallback-to: 2 / 1 minhop t0 f0 b0, 2 ftree t1 f0 b0, 3 updn t1 f2 b0
          # a fallback to a step that does not exist is ignored
          id: 1; engine: minhop| id: 3; engine: updn; topology: 1; fallback-to: 2 / 1 minhop t0 f0 b0
          # nor has any step the id 0
          id: 1; engine: minhop| id: 3; engine: updn; fallback-to: 0 / 1 minhop t0 f0 b0
          # a fallback to a fallback is ignored
          id: 1; engine: ftree| id: 2; engine: updn; fallback-to: 1| id: 3; engine: minhop; fallback-to: 2 / 1 ftree t0 f0 b0, 2 updn t0 f1 b0
          # a fallback to itself is a fallback to a fallback
          id: 1; engine: ftree| id: 2; engine: updn; fallback-to: 2 / 1 ftree t0 f0 b0
          """)
  void shouldMeanWhatTheTextSays(String steps, String means) throws Exception {
    assertThat(
            chain(steps).steps().stream()
                .map(ChainFileTest::told)
                .collect(Collectors.joining(", ")))
        .isEqualTo(means);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '/',
      textBlock =
          """
          id: 1; engine: ftree| id: 3; engine: updn; fallback-to: 0 / :5: step 3 is ignored: there is no step 0 that it could be a fallback to
          id: 1; engine: ftree| id: 3; engine: updn; fallback-to: 2 / :5: step 3 is ignored: there is no step 2 that it could be a fallback to
          id: 1; engine: ftree| id: 2; engine: updn; fallback-to: 1| id: 3; engine: minhop; fallback-to: 2 / :10: step 3 is ignored: step 2, which it is a fallback to, is a fallback itself
          """)
  void shouldTellWhichStepsAreIgnored(String steps, String warning) throws Exception {
    assertThat(chain(steps).warnings()).singleElement().asString().endsWith(warning);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '/',
      textBlock =
          """
          engine: minhop                                   / :1: the step has no id
          id: 0; engine: minhop                            / :2: id takes a number from 1 to 9223372036854775807, not '0'
          id: -1; engine: minhop                           / :2: id takes a number from 1 to 9223372036854775807, not '-1'
          id: 18446744073709551615; engine: minhop         / :2: id takes a number from 1 to 9223372036854775807, not
          id: 1                                            / :1: the step has no engine
          id: 1; engine:                                   / :3: engine has no value
          id: 1; engine: minhops                           / :3: no engine minhops
          id: 1; engine: minhop; engine: updn              / :4: engine is given twice
          id: 1; engine: minhop; use: a:b                  / :4: the value of use has a colon
          id: 1; engine: minhop; config: c:d               / :4: the value of config has a colon
          id: 1; engine: minhop; topology 1                / :4: there is no qualifier 'topology 1'
          id: 1; engine: minhop; topology: 1               / :4: step 1 is the first step, and has topology 0
          id: 1; engine: minhop; path-bit: 1               / :4: step 1 is the first step, and has path-bit 0
          id: 1; engine: minhop| id: 1; engine: updn       / :5: there are two steps 1
          id: 1; engine: minhop| id: 2; engine: updn; topology: 3 / :8: there is no topology 3
          id: 1; engine: minhop| id: 2; engine: updn; path-bit: 128 / :8: path-bit takes a number from 0 to 127, not '128'
          id: 1; engine: ftree| id: 2; engine: updn; fallback-to: 1; topology: 1 / :9: step 2 is a fallback to the first step, and has topology 0
          id: 1; engine: ftree; fallback-to: 1             / : every step is a fallback
          id: 1; engine: ftree; fallback-to: 0             / : every step is a fallback
          id: 1; engine: ftree| id: 2; engine: updn; fallback-to: -1 / :8: fallback-to takes a number from 0
          is: 1; engine: minhop                            / :2: there is no qualifier 'is'
          """)
  void shouldFailWhereTheTextSaysSo(String steps, String why) {
    assertThatThrownBy(() -> chain(steps))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("chain" + why);
  }

  @Test
  void shouldFailWithoutAnyStep() {
    Path file = folder.resolve("empty");

    assertThatThrownBy(
            () ->
                ChainFile.read(
                    Files.writeString(file, "# nothing\n"), Set.of(), name -> Optional.empty()))
        .hasMessageContaining("there is no unicast-step");
  }

  private String topologies(String paragraphs) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String paragraph : paragraphs.split("\\|", -1)) {
      text.append("topology\n").append(paragraph.strip().replaceAll(" *; *", "\n"));
      text.append("\nend-topology\n");
    }
    Path groups =
        Files.writeString(
            folder.resolve("groups"),
            "port-group\nname: ys_switches\nport-regexp: ys\nend-port-group\n");
    return TopologyFile.read(
            Files.writeString(folder.resolve("topologies"), text), PortGroupFile.read(groups))
        .values()
        .stream()
        .map(each -> "%d %s %s".formatted(each.id(), each.switches(), each.adapters()))
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '/',
      textBlock =
          """
          id: 1; sw-grp: ys_switches; hca-grp: ALL_CAS     / 1 ys_switches ALL_CAS
          hca-grp: ALL; sw-grp: ALL; id: 7| id: 2; sw-grp: ys_switches; hca-grp: ys_switches / 7 ALL ALL, 2 ys_switches ys_switches
          """)
  void shouldReadTopologies(String paragraphs, String means) throws Exception {
    assertThat(topologies(paragraphs)).isEqualTo(means);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '/',
      textBlock =
          """
          sw-grp: ALL; hca-grp: ALL                        / :1: the topology has no id
          id: 0; sw-grp: ALL; hca-grp: ALL                 / :2: id takes a number from 1 to 9223372036854775807, not '0'
          id: x; sw-grp: ALL; hca-grp: ALL                 / :2: id takes a number from 1 to 9223372036854775807, not 'x'
          id: 1; hca-grp: ALL                              / :1: the topology has no sw-grp
          id: 1; sw-grp: ALL                               / :1: the topology has no hca-grp
          id: 1; sw-grp: a:b; hca-grp: ALL                 / :3: the value of sw-grp has a colon
          id: 1; sw-grp: ys_hosts; hca-grp: ALL            / :3: sw-grp: there is no group ys_hosts
          id: 1; sw-grp: ALL; hca-grp: ALL; use: x         / :5: there is no qualifier 'use'
          id: 1; sw-grp: ALL; hca-grp: ALL| id: 1; sw-grp: ALL; hca-grp: ALL / :6: there are two topologies 1
          """)
  void shouldFailWhereTheTextSaysSoOfTopologies(String paragraphs, String why) {
    assertThatThrownBy(() -> topologies(paragraphs))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("topologies" + why);
  }
}
