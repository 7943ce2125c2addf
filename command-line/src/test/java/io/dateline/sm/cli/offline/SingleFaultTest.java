package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * After a cable or a switch has failed, only those entries towards adapters change that have to:
 * {@code route --previous}, then {@code check --against}.
 */
class SingleFaultTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SEEDS = 3;

  @TempDir private Path folder;

  // dor on tori, and dnup where all switches have adapters, change more: the order they route by is
  // another one then.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          minhop | torus 4 4 3 2
          minhop | jellyfish 24 6 4 5
          minhop | ftree 4,4,4 1,4,4
          updn   | ftree 4,4,4 1,4,4
          updn   | ftree 4,4,8 1,4,4
          dnup   | ftree 4,4,4 1,4,4
          ftree  | ftree 4,4,4 1,4,4
          dor    | hypercube 5 1
          """)
  void shouldChangeNothingThatCouldStay(String engine, String fabric) throws IOException {
    Path whole = generated(fabric);
    route(engine, whole, "before");
    for (int seed = 1; seed <= SEEDS; seed++) {
      for (String damage : List.of("--drop-links", "--drop-switches")) {
        Path damaged = generated(fabric + " " + damage + " 1:" + seed);
        route(engine, damaged, "after", "--previous", at("before"));

        JsonNode against =
            json(
                    "check",
                    "--topology",
                    damaged.toString(),
                    "--json",
                    "--lfts",
                    at("after") + "/" + Dumps.LFTS,
                    "--against",
                    at("before"))
                .path("against");

        assertThat(against.path("avoidable").asLong(-1))
            .as("%s on %s, %s 1:%d: %s", engine, fabric, damage, seed, against)
            .isZero();
        assertThat(against.path("entries").asLong()).isPositive();
      }
    }
  }

  private Path generated(String fabric) throws IOException {
    List<String> command = new ArrayList<>(List.of("generate"));
    command.addAll(Arrays.asList(fabric.split(" ", -1)));
    Ran ran = Ran.dateline(command.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return Files.writeString(folder.resolve(fabric.replaceAll("\\W+", "-") + ".topo"), ran.out());
  }

  private void route(String engine, Path topology, String dump, String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "route",
                "--json",
                "--topology",
                topology.toString(),
                "--engine",
                engine,
                "--dump",
                at(dump)));
    command.addAll(List.of(more));
    Ran ran = Ran.dateline(command.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
  }

  /** The report, whatever the verdict: min-hop's tables have credit loops. */
  private static JsonNode json(String... command) throws IOException {
    Ran ran = Ran.dateline(command);
    assertThat(ran.out()).as(ran.err()).startsWith("{");
    return JSON.readTree(ran.out());
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }
}
