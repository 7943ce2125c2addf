package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code route} where engines refuse. Min-hop refuses nothing that this command can read, so the
 * ones that do are made here.
 */
class RouteRefusalTest {
  /** Refuses, for a reason that names it. */
  private record Refusing(String name) implements RoutingEngine {
    @Override
    public RoutingOutcome route(RoutingRequest request) {
      return new RoutingOutcome.Refused(name, "no " + name + " among so many switches");
    }
  }

  /** Routes as min-hop, with something to say. */
  private static final class Talking implements RoutingEngine {
    @Override
    public String name() {
      return "talking";
    }

    @Override
    public RoutingOutcome route(RoutingRequest request) {
      RoutingOutcome.Routed routed =
          (RoutingOutcome.Routed) Engines.named("minhop").orElseThrow().route(request);
      return new RoutingOutcome.Routed(
          routed.routing(),
          false,
          List.of("no switch 0x7"),
          Map.of("opensm-ftree-ca-order.dump", "0x7 0x1"));
    }
  }

  @TempDir Path folder;

  /** Runs the command with engines that refuse beside the real ones. */
  private static Ran route(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        new CommandLine(
                new RouteCommand(
                    name ->
                        switch (name) {
                          case "picky1", "picky2" -> Optional.of(new Refusing(name));
                          case "talking" -> Optional.of(new Talking());
                          default -> Engines.named(name);
                        }))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(List.of("--topology", "torus:3x3x1"));
    all.addAll(List.of(args));
    return new Ran(line.execute(all.toArray(String[]::new)), out.toString(), err.toString());
  }

  @Test
  void shouldEndWithThreeAndEveryReasonWhenAllRefuse() {
    Path dump = folder.resolve("tables");
    Ran ran = route("--engine", "picky1,picky2,no_fallback", "--dump", dump.toString());
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(3);
    assertThat(ran.out().strip())
        .isEqualTo(
            "refused by picky1: no picky1 among so many switches;"
                + " picky2: no picky2 among so many switches");
    assertThat(dump).doesNotExist();
  }

  @Test
  void shouldGiveEveryReasonInItsJson() throws IOException {
    Ran ran = route("--engine", "picky1,no_fallback,picky2", "--json");
    assertThat(ran.exitCode()).isEqualTo(3);
    JsonNode report = new ObjectMapper().readTree(ran.out());
    assertThat(report.path("status").asText()).isEqualTo("refused");
    assertThat(report.path("engine").asText()).isEqualTo("picky2");
    assertThat(report.path("reason").asText()).contains("no picky1", "no picky2");
    assertThat(report.path("fallbackFrom").toString()).isEqualTo("[\"picky1\"]");
    assertThat(report.path("switches").asInt()).isEqualTo(9);
  }

  @Test
  void shouldFallBackToTheNextEngine() throws IOException {
    Ran ran = route("--engine", "picky1,minhop", "--json");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    JsonNode report = new ObjectMapper().readTree(ran.out());
    assertThat(report.path("engine").asText()).isEqualTo("minhop");
    assertThat(report.path("fallbackFrom").toString()).isEqualTo("[\"picky1\"]");
    assertThat(report.path("reason").asText())
        .isEqualTo("picky1: no picky1 among so many switches");
  }

  /** As OpenSM does. */
  @Test
  void shouldFallBackToMinHopUnlessToldNotTo() throws IOException {
    Ran ran = route("--engine", "picky1,picky2", "--json");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    JsonNode report = new ObjectMapper().readTree(ran.out());
    assertThat(report.path("engine").asText()).isEqualTo("minhop");
    assertThat(report.path("fallbackFrom").toString()).isEqualTo("[\"picky1\",\"picky2\"]");

    assertThat(route("--engine", "picky1").out().lines().toList())
        .hasSize(2)
        .first()
        .isEqualTo("refused by picky1: no picky1 among so many switches");
  }

  @Test
  void shouldWriteWhatAnEngineTellsBesideItsTables() throws IOException {
    Ran ran = route("--engine", "talking", "--json", "--dump", folder.toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(folder.resolve("opensm-ftree-ca-order.dump")).hasContent("0x7 0x1");
    assertThat(new ObjectMapper().readTree(ran.out()).path("warnings").toString())
        .contains("no switch 0x7");
  }

  @Test
  void shouldTakeTheBestOfSeveralAndTellOfAll() throws Exception {
    Ran best = route("--engine", "best:picky1,updn,minhop");
    assertThat(best.exitCode()).as(best.err()).isZero();
    assertThat(best.out().lines().toList())
        .hasSize(4)
        .satisfies(
            lines -> {
              assertThat(lines.get(0)).isEqualTo("picky1: no picky1 among so many switches");
              assertThat(lines.get(1)).startsWith("updn: ");
              assertThat(lines.get(2)).startsWith("minhop: 72 pairs served; no credit loop; ");
              assertThat(lines.get(3)).startsWith("minhop routed 9 switches");
            });

    JsonNode told =
        new ObjectMapper().readTree(route("--json", "--engine", "best:picky1,minhop").out());
    assertThat(told.path("engine").asText()).isEqualTo("minhop");
    assertThat(told.path("fallbackFrom")).as("it was chosen").isEmpty();
    assertThat(told.path("candidates").get(0).path("reason").asText()).startsWith("no picky1");
    assertThat(told.path("candidates").get(1).path("figures").path("served").asInt()).isEqualTo(72);
  }

  @Test
  void shouldFallBackWhereAllCandidatesRefuse() {
    Ran none = route("--engine", "best:picky1,picky2");
    assertThat(none.exitCode()).as(none.err()).isZero();
    assertThat(none.out()).contains("refused by picky1: ", "minhop routed 9 switches");
    assertThat(route("--engine", "best:picky1,picky2,no_fallback").exitCode()).isEqualTo(3);
  }

  @Test
  void shouldCompareAllEngines() {
    Ran all = route("--engine", "auto");
    assertThat(all.exitCode()).as(all.err()).isZero();
    assertThat(all.out())
        .contains(
            "minhop: ", "updn: ", "dnup: ", "dor: ", "ftree: ", "sssp: ", "dfsssp: ", "lash: ")
        .contains("nue: ", "torus-2QoS: ")
        .doesNotContain("file: ");
  }
}
