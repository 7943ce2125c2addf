package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code route} with an {@code opensm.conf}, and what comes before it. */
class RoutePlanTest {
  @TempDir Path folder;

  private Path conf(String... lines) throws IOException {
    return Files.write(folder.resolve("opensm.conf"), List.of(lines));
  }

  private static RoutePlan plan(
      Path conf, List<String> engines, List<String> options, Integer lmc) {
    return RoutePlan.of(conf, engines, options, lmc, Engines::named);
  }

  @Test
  void shouldDoAsTheFileSays() throws IOException {
    Path weights = Files.writeString(folder.resolve("weights"), "0x7 1 9\n0x7 one 9\n");
    RoutePlan plan =
        plan(
            conf(
                "routing_engine minhop,no_fallback",
                "lmc 2",
                "lmc_esp0 TRUE",
                "port_shifting TRUE",
                "hop_weights_file " + weights,
                "sweep_interval 5",
                "sa_db_dump TRUE"),
            null,
            List.of(),
            null);

    assertThat(plan.engines()).extracting(RoutingEngine::name).containsExactly("minhop");
    assertThat(plan.lmc()).isEqualTo(2);
    assertThat(plan.lmcEsp0()).isTrue();
    assertThat(plan.options().ports().portShifting()).isTrue();
    assertThat(plan.options().ports().hopWeights()).hasSize(1);
    assertThat(plan.warnings())
        .hasSize(2)
        .anySatisfy(warning -> assertThat(warning).contains("opensm.conf:7:", "sa_db_dump"))
        .anySatisfy(warning -> assertThat(warning).contains("weights:2:"));
  }

  @Test
  void shouldLetTheCommandLineWin() throws IOException {
    RoutePlan plan =
        plan(
            conf("routing_engine maxhop", "lmc 2", "port_shifting TRUE", "connect_roots TRUE"),
            List.of("minhop"),
            List.of("port_shifting=FALSE"),
            0);

    assertThat(plan.engines()).extracting(RoutingEngine::name).containsExactly("minhop");
    assertThat(plan.lmc()).isZero();
    assertThat(plan.options().ports().portShifting()).isFalse();
    assertThat(plan.options().trees().connectRoots()).isTrue();
  }

  /** By whichever of its names an option is given. */
  @ParameterizedTest
  @CsvSource({
    "dimn_ports_file=a, port_search_ordering_file=b, --set gives port_search_ordering_file twice: a and b",
    "lmc=1, lmc=1, --set takes options of engines; for lmc there is --lmc",
    "port_shifting=TRUE, routing_engine=dor, --set takes options of engines; for routing_engine there is --engine"
  })
  void shouldRefuseOptionsThatTheLineSaysOtherwise(String first, String second, String sentence) {
    assertThatThrownBy(() -> plan(null, List.of("minhop"), List.of(first, second), null))
        .isInstanceOf(BadInput.class)
        .hasMessage(sentence);
  }

  @Test
  void shouldTakeEnginesWithBlanksBetween() {
    assertThat(plan(null, List.of("updn", " ftree ", "no_fallback"), List.of(), null).engines())
        .extracting(RoutingEngine::name)
        .containsExactly("updn", "ftree");
  }

  /** As OpenSM does. */
  @Test
  void shouldTakeMinhopWhereTheFileNamesNoEngine() throws IOException {
    assertThat(plan(conf("lmc 1"), null, List.of(), null).engines())
        .extracting(RoutingEngine::name)
        .containsExactly("minhop");
    assertThat(plan(conf("# nothing"), null, List.of(), null).engines()).hasSize(1);
  }

  @Test
  void shouldPrintTheFirstWarningsAndACount() throws IOException {
    Path weights = Files.writeString(folder.resolve("weights"), "0x7 one 9\n".repeat(15));
    Ran ran =
        Ran.dateline(
            "route",
            "--topology",
            "torus:3x3x1",
            "--opensm-conf",
            conf("hop_weights_file " + weights).toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.err().lines().filter(line -> line.startsWith("warning: "))).hasSize(11);
    assertThat(ran.err()).contains("more like these; --json tells all of them");
  }

  @Test
  void shouldDumpTheFilesThatAreWantedAlone() throws IOException {
    Path dumps = folder.resolve("dumps");
    Ran ran =
        Ran.dateline(
            "route",
            "--topology",
            "torus:3x3x1",
            "--engine",
            "minhop",
            "--dump",
            dumps.toString(),
            "--only",
            "lfts,guid2lid");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    try (Stream<Path> files = Files.list(dumps)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("opensm-lfts.dump", "guid2lid");
    }
  }

  /** As on a full disk: the file and the reason, and exit code 1. */
  @Test
  void shouldNameTheFileThatTheDiskHasNoRoomFor() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "there is no /dev/full");
    Path dumps = Files.createDirectory(folder.resolve("dumps"));
    Files.createSymbolicLink(dumps.resolve("opensm-lfts.dump"), full);
    Ran ran =
        Ran.dateline(
            "route", "--topology", "torus:3x3x1", "--engine", "minhop", "--dump", dumps.toString());
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("opensm-lfts.dump", "No space left on device");
    assertThat(ran.err().lines().toList()).hasSize(1);
  }

  @Test
  void shouldRouteAsTheFileSays() throws IOException {
    Ran ran =
        Ran.dateline(
            "route",
            "--topology",
            "ftree:3,3:1,3",
            "--json",
            "--opensm-conf",
            conf("routing_engine minhop", "lmc 1", "sm_inactive TRUE").toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    JsonNode report = new ObjectMapper().readTree(ran.out());
    int switches = report.path("switches").asInt();
    int hosts = report.path("endports").asInt() - switches;
    assertThat(report.path("lids").asInt()).isEqualTo(switches + 2 * hosts);
    assertThat(report.path("reason").isNull()).isTrue();
    assertThat(report.path("fallbackFrom")).isEmpty();
    assertThat(report.path("warnings").toString())
        .contains("opensm.conf:3: Dateline does not act on sm_inactive");
  }
}
