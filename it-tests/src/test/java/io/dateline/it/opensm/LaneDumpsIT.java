package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.format.TopologyWriter;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code ibdmchk} on the files that {@code route --dump} writes of engines with lanes: it finds no
 * credit loop, and finds one where it is told that all lanes are the same.
 */
class LaneDumpsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("ibdmchk");
  }

  /** Tori of which each ring closes a loop, were it not for the lanes. */
  @ParameterizedTest(name = "{0} on {1}")
  @CsvSource({
    "torus-2QoS, 6 5 1",
    "torus-2QoS, 5 5 5",
    "dfsssp, 6 5 1",
    "dfsssp, 5 5 5",
    "lash, 6 5 1",
    "nue, 6 5 1"
  })
  void shouldFindNoLoopButOnOneLane(String engine, String size) throws IOException {
    ComparedTorus torus = ComparedTorus.named(size);
    Path dump = dump(engine, torus);
    Path lanes = dump.resolve("opensm-sl2vl.dump");
    int adapters = torus.fabric().nodeCount() - torus.fabric().switchCount();

    Ibdmchk sound = Ibdmchk.checkDump(dump, lanes);
    assertThat(sound.pairs()).as(sound.output()).isEqualTo((long) adapters * (adapters - 1));
    assertThat(sound.missing()).as(sound.output()).isZero();
    assertThat(sound.creditLoops()).as(sound.output()).isFalse();

    Ibdmchk crowded = Ibdmchk.checkDump(dump, onOneLane(lanes));
    assertThat(crowded.missing()).as(crowded.output()).isZero();
    assertThat(crowded.creditLoops()).as(crowded.output()).isTrue();
  }

  private Path dump(String engine, ComparedTorus torus) throws IOException {
    Path topology = folder.resolve("torus.ib");
    try (BufferedWriter out = Files.newBufferedWriter(topology)) {
      TopologyWriter.write(torus.fabric(), out);
    }
    Path conf = Files.writeString(folder.resolve("torus-2QoS.conf"), torus.conf());
    Path dump = folder.resolve("dump");
    List<String> command =
        new ArrayList<>(List.of(Machine.root().resolve("dateline").toString(), "route"));
    command.addAll(List.of("--topology", topology.toString()));
    command.addAll(List.of("--engine", engine + ",no_fallback"));
    command.addAll(List.of("--set", "qos=TRUE", "--set", "nue_max_num_vls=8"));
    command.addAll(List.of("--set", "torus_config=" + conf));
    command.addAll(List.of("--dump", dump.toString(), "--only", "ibdmchk"));
    Running.Ended ended = Running.run(folder.resolve("route.out"), PATIENCE, Map.of(), command);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return dump;
  }

  /** The same file with lane 0 for every SL on every way through a switch. */
  private Path onOneLane(Path lanes) throws IOException {
    String zeros = ":" + " 0 ".repeat(16);
    List<String> altered =
        Files.readAllLines(lanes).stream()
            .map(line -> line.startsWith("#") ? line : line.replaceFirst(" : *\\d.*", " " + zeros))
            .toList();
    Path file = Files.write(folder.resolve("one-lane"), altered);
    assertThat(file).content().isNotEqualTo(Files.readString(lanes));
    return file;
  }
}
