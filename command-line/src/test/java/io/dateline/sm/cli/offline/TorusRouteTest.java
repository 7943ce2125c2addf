package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code route --engine torus-2QoS}: what it is told, and what it remembers in a folder. */
class TorusRouteTest {
  private static final String TORUS = "torus:6x5";

  @TempDir Path folder;
  private Path damaged; // the same torus without the switch that the only seed begins at

  @BeforeEach
  void damage() throws IOException {
    Ran ran = Ran.dateline("generate", "torus", "6", "5", "1", "1", "--drop-switches", "1:3");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    damaged = Files.writeString(folder.resolve("damaged"), ran.out());
  }

  private Ran route(String topology, String engines, String... more) {
    List<String> command =
        new ArrayList<>(List.of("route", "--topology", topology, "--engine", engines));
    command.addAll(List.of(more));
    return Ran.dateline(command.toArray(String[]::new));
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  /** A seed at the switch that the damaged torus has lost. */
  private String[] options() throws IOException {
    Fabric whole = TopologySpec.parse(TORUS).generate();
    String damagedText = Files.readString(damaged);
    int lost =
        IntStream.range(0, whole.switchCount())
            .filter(node -> !damagedText.contains('"' + whole.description(node) + '"'))
            .findFirst()
            .orElseThrow();
    String[] name = whole.description(lost).split("_", -1);
    int x = Integer.parseInt(name[1]);
    int y = Integer.parseInt(name[2]);
    Path conf =
        Files.writeString(
            folder.resolve("torus-2QoS.conf"),
            "torus 6 5 1\nxp_link %s %s\nyp_link %s %s\nx_dateline %d\ny_dateline %d\n"
                .formatted(
                    guid(whole, x, y),
                    guid(whole, (x + 1) % 6, y),
                    guid(whole, x, y),
                    guid(whole, x, (y + 1) % 5),
                    -x,
                    -y));
    return new String[] {"--set", "torus_config=" + conf, "--set", "qos=TRUE"};
  }

  private static String guid(Fabric fabric, int x, int y) {
    return IntStream.range(0, fabric.switchCount())
        .filter(node -> fabric.description(node).equals("sw_%d_%d_0".formatted(x, y)))
        .mapToObj(node -> Guid.format(fabric.nodeGuid(node)))
        .findFirst()
        .orElseThrow();
  }

  private String[] with(String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of(options()));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  void shouldSayWhichOptionIsMissing() throws IOException {
    Ran without = route(TORUS, "torus-2QoS,no_fallback", "--set", "qos=TRUE");
    assertThat(without.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(without.out()).contains("torus_config");

    for (String nothing : new String[] {"", "(null)"}) {
      Ran unnamed =
          route(
              TORUS,
              "torus-2QoS,no_fallback",
              "--set",
              "torus_config=" + nothing,
              "--set",
              "qos=TRUE");
      assertThat(unnamed.exitCode()).as(unnamed.err()).isEqualTo(ExitCode.REFUSED);
      assertThat(unnamed.out()).contains("torus_config is not given: nothing says what torus");
    }

    Ran withoutLanes = route(TORUS, "torus-2QoS,no_fallback", options()[0], options()[1]);
    assertThat(withoutLanes.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(withoutLanes.out()).contains("qos");
  }

  @Test
  void shouldDumpWhereEverySwitchIs() throws IOException {
    Ran ran = route(TORUS, "torus-2QoS,no_fallback", with("--dump", at("before")));

    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("870 of 870 pairs served; free of credit loops");
    assertThat(ran.err()).isEmpty();
    List<String> frame = Files.readAllLines(folder.resolve("before").resolve(Dumps.TORUS_FRAME));
    assertThat(frame.getFirst()).isEqualTo("torus 6 5 1");
    assertThat(frame.subList(1, frame.size()))
        .hasSize(30)
        .allSatisfy(line -> assertThat(line).matches("0x\\w{16} (\\d) (\\d) 0 # sw_\\1_\\2_0"));
  }

  /** Without lanes and levels the rings would be credit loops. */
  @Test
  void shouldBeSoundWithWhatLiesBesideTheTables() throws IOException {
    route(TORUS, "torus-2QoS,no_fallback", with("--dump", at("dump")));

    Ran folderRan = Ran.dateline("check", "--topology", TORUS, "--lfts", at("dump"));
    assertThat(folderRan.exitCode()).as(folderRan.out() + folderRan.err()).isZero();
    assertThat(
            Ran.dateline("check", "--topology", TORUS, "--lfts", at("dump") + "/" + Dumps.LFTS)
                .exitCode())
        .isEqualTo(ExitCode.FAILED);
  }

  @Test
  void shouldNotNeedASeedThatIsRemembered() throws IOException {
    route(TORUS, "torus-2QoS,no_fallback", with("--dump", at("before")));

    Ran forgetful = route(damaged.toString(), "torus-2QoS,no_fallback", options());
    assertThat(forgetful.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(forgetful.out()).contains("every seed of torus_config has lost a switch");

    Ran ran =
        route(
            damaged.toString(),
            "torus-2QoS,no_fallback",
            with("--previous", at("before"), "--dump", at("after")));
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("812 of 812 pairs served; free of credit loops");
    assertThat(ran.err()).contains("is missing");
    assertThat(places("after")).isEqualTo(places("before"));
  }

  @Test
  void shouldWarnWhoRoutesOtherwiseWhatWasATorus() throws IOException {
    route(TORUS, "torus-2QoS,no_fallback", with("--dump", at("before")));

    Ran ran = route(TORUS, "minhop", "--previous", at("before"));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(ran.err()).contains("warning: torus-2QoS has laid out this subnet before");
  }

  /** A ring of as many switches as there are LIDs, of which a few are there. */
  @Test
  void shouldRouteWhatIsThereOfAGridWithoutMeasure() throws IOException {
    Path conf =
        Files.writeString(
            folder.resolve("long.conf"),
            "mesh 49151 1 1\nxp_link %s %s\n"
                .formatted(
                    guid(TopologySpec.parse(TORUS).generate(), 0, 0),
                    guid(TopologySpec.parse(TORUS).generate(), 1, 0)));

    Ran ran =
        route(
            TORUS,
            "torus-2QoS,no_fallback",
            "--set",
            "torus_config=" + conf,
            options()[2],
            options()[3]);

    assertThat(ran.exitCode()).as(ran.err()).isIn(ExitCode.DONE, ExitCode.REFUSED);
    assertThat(ran.err()).doesNotContain("\tat ");
  }

  /** What max_op_vls keeps from the ports, lanes cannot be made of. */
  @Test
  void shouldBeToldHowManyLanesAreAllowed() throws IOException {
    Ran one = route(TORUS, "torus-2QoS,no_fallback", with("--set", "max_op_vls=1"));
    assertThat(one.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(one.out()).contains("ports between switches are given 1 data VL");

    Ran two = route(TORUS, "torus-2QoS,no_fallback", with("--set", "max_op_vls=2"));
    assertThat(two.exitCode()).as(two.out()).isEqualTo(ExitCode.DONE);
    assertThat(two.out()).contains("free of credit loops");
    assertThat(two.err()).contains("have 2 data VLs");

    Path file = Files.writeString(folder.resolve("opensm.conf"), "max_op_vls 3\n");
    Ran four =
        route(TORUS, "torus-2QoS,no_fallback", with("--opensm-conf", file.toString(), "--json"));
    assertThat(four.out()).contains("\"vls\" : 4");
  }

  private List<String> places(String dump) throws IOException {
    return Files.readAllLines(folder.resolve(dump).resolve(Dumps.TORUS_FRAME)).stream()
        .map(line -> line.replaceFirst(" #.*", ""))
        .toList();
  }
}
