package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
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

/** {@code generate}, {@code route --dump} and {@code check} with what they write for each other. */
class OfflineRoundTripTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7})
  void shouldJudgeItsOwnTablesSound(int lmc) throws IOException {
    JsonNode routed = route("ftree:3,3:1,3", "tables", "--lmc", "" + lmc);
    assertThat(routed.path("status").asText()).isEqualTo("routed");
    int switches = routed.path("switches").asInt();
    int hosts = routed.path("endports").asInt() - switches;
    assertThat(routed.path("lids").asInt()).isEqualTo(switches + (hosts << lmc));
    Ran ran = check("ftree:3,3:1,3", "tables");
    assertThat(ran.exitCode()).as(ran.out()).isEqualTo(ExitCode.DONE);
    JsonNode checked = JSON.readTree(ran.out());
    assertThat(checked.path("pairs").asLong()).isEqualTo(((long) hosts * (hosts - 1)) << lmc);
    assertThat(checked.path("undelivered").asLong()).isZero();
    assertThat(checked.path("deadlockFree").asBoolean()).isTrue();
    assertThat(checked.path("unsound")).isEmpty();
  }

  @Test
  void shouldPrintTheKeysThatScriptsRelyOn() throws IOException {
    assertThat(keys(route("torus:3x3x1", "tables")))
        .contains(
            "engine",
            "status",
            "reason",
            "fallbackFrom",
            "switches",
            "endports",
            "lids",
            "routeMillis",
            "phasesMillis",
            "vls",
            "deadlockFree",
            "lftEntries",
            "warnings");
    assertThat(keys(JSON.readTree(check("torus:3x3x1", "tables").out())))
        .contains(
            "pairs",
            "undelivered",
            "loops",
            "vls",
            "channels",
            "dependencies",
            "deadlockFree",
            "cycle",
            "hopsMax",
            "hopsMean",
            "nonMinimal",
            "loadMax",
            "loadMean");
  }

  @Test
  void shouldFailTablesWithCreditLoopsAndNameOne() throws IOException {
    route("torus:5x5x1", "tables");
    Ran ran = check("torus:5x5x1", "tables");
    assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
    JsonNode checked = JSON.readTree(ran.out());
    assertThat(checked.path("cycle")).isNotEmpty();
    assertThat(checked.path("unsound")).hasToString("[\"credit loops are possible\"]");
  }

  /** A ring of 25 closes a loop of as many channels. */
  @Test
  void shouldPrintTheFirstChannelsOfALongLoop() throws IOException {
    route("torus:25x1x1", "tables");
    Ran ran = Ran.dateline("check", "--topology", "torus:25x1x1", "--lfts", at("tables"));
    assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.out().lines().filter(line -> line.startsWith("cycle: ")))
        .hasSize(11)
        .endsWith("cycle: 15 more; --json tells all of them");
  }

  @Test
  void shouldSayWhyTablesFail() throws IOException {
    route("torus:3x3x1", "tables");
    Path lfts = folder.resolve("tables").resolve(Dumps.LFTS);
    // One switch loses its entry for the last LID.
    int last = Files.readString(lfts).lastIndexOf("\n0x0012 ");
    assertThat(last).isPositive();
    String text = Files.readString(lfts);
    Files.writeString(lfts, text.substring(0, last) + text.substring(text.indexOf('\n', last + 1)));

    Ran ran = check("torus:3x3x1", "tables");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(JSON.readTree(ran.out()).path("unsound").toString())
        .contains("not served, though cables join them");
  }

  @Test
  void shouldCountWhatChangedAgainstTablesOfBefore() throws IOException {
    route("torus:3x3x1", "before");
    JsonNode same = JSON.readTree(check("torus:3x3x1", "before", "--against", at("before")).out());
    assertThat(same.path("against").path("changed").asLong()).isZero();
    assertThat(same.path("against").path("entries").asLong()).isEqualTo(9 * 18);
    Path lfts = folder.resolve("before").resolve(Dumps.LFTS);
    Path after = Files.createDirectory(folder.resolve("after")).resolve(Dumps.LFTS);
    // The first switch loses its entry for LID 3.
    Files.writeString(after, Files.readString(lfts).replaceFirst("(?m)^0x0003 .*\n", ""));
    JsonNode other = JSON.readTree(check("torus:3x3x1", "after", "--against", at("before")).out());
    assertThat(other.path("against").path("removed").asLong()).isEqualTo(1);
    assertThat(other.path("against").path("switches").asInt()).isEqualTo(1);
    assertThat(other.path("against").path("blocks").asInt()).isEqualTo(1);
  }

  /** Without the first switch every LID would be another one, were they dealt out anew. */
  @Test
  void shouldKeepTheLidsOfTheTablesBefore() throws IOException {
    Path whole = generated("whole.ib");
    Path damaged = generated("damaged.ib", "--drop-switches", "1:3");
    route(whole.toString(), "before");
    route(damaged.toString(), "after", "--previous", at("before"));
    Ran ran = check(damaged.toString(), "after", "--against", at("before"));
    JsonNode against = JSON.readTree(ran.out()).path("against");
    assertThat(ran.out()).doesNotContain("have other LIDs");
    assertThat(against.path("changed").asLong())
        .as("entries changed of %s", against)
        .isLessThan(against.path("entries").asLong() / 2);
  }

  @ParameterizedTest
  @CsvSource({"lfts_file,opensm-lfts.dump", "lid_matrix_dump_file,opensm-lid-matrix.dump"})
  void shouldRouteByTheFilesItDumped(String option, String name) throws IOException {
    route("torus:3x3x2:2", "before");
    String set = option + "=" + folder.resolve("before").resolve(name);

    JsonNode routed = route("torus:3x3x2:2", "after", "--engine", "file", "--set", set);

    assertThat(routed.path("engine").asText()).isEqualTo("file");
    assertThat(routed.path("warnings")).isEmpty();
    for (String dump : List.of(Dumps.LFTS, Dumps.LID_MATRIX, Dumps.GUID2LID)) {
      assertThat(folder.resolve("after").resolve(dump))
          .hasSameBinaryContentAs(folder.resolve("before").resolve(dump));
    }
  }

  private Path generated(String name, String... damage) throws IOException {
    List<String> command = new ArrayList<>(List.of("generate", "torus", "4", "4", "1", "1"));
    command.addAll(List.of(damage));
    Ran ran = Ran.dateline(command.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return Files.writeString(folder.resolve(name), ran.out());
  }

  private JsonNode route(String topology, String dump, String... more) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("route", "--topology", topology, "--dump", at(dump), "--json"));
    command.addAll(List.of(more));
    if (!command.contains("--engine")) {
      command.addAll(List.of("--engine", "minhop"));
    }
    Ran ran = Ran.dateline(command.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return JSON.readTree(ran.out());
  }

  private Ran check(String topology, String dump, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "check", "--topology", topology, "--json", "--lfts", at(dump) + "/" + Dumps.LFTS));
    command.addAll(List.of(more));
    return Ran.dateline(command.toArray(String[]::new));
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }
}
