package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** libibumad, made to see a simulated adapter by ibsim's preload library. */
@Timeout(90)
class UmadTransportIT {
  private static final int TIMED = 200;

  @TempDir Path folder;

  private record Ended(int exitCode, String output) {}

  @BeforeEach
  void checkTools() {
    Machine.needs("ibsim", "ibsim-run");
  }

  @Test
  void shouldAskItsOwnNodeAndTheNeighbour() throws Exception {
    Ended probe = probe("umad");
    assertThat(probe.output)
        .contains("port ibsim0/1\n")
        .contains("node " + TwoSwitches.HOST_A_GUID + "\n")
        .contains("self " + TwoSwitches.HOST_A_GUID + "\n")
        .contains("issm true\n")
        .contains("neighbour " + TwoSwitches.SWITCH_A_GUID + "\n")
        .contains("return path 1 hop, port " + TwoSwitches.HOST_A_AT + "\n")
        .contains("Get(NodeInfo)=" + (2 * TIMED + 2))
        .contains("timeouts=0, refused=0, stray=0, malformed=0");
    assertThat(probe.exitCode).isZero();
  }

  @Test
  void shouldListThePortsThereAreWhenAnotherIsAskedFor() throws Exception {
    Ended probe = probe("umad:mlx5_7/1");
    assertThat(probe.output)
        .contains("unavailable: there is no InfiniBand port mlx5_7/1; this host has ibsim0/1");
    assertThat(probe.exitCode).isEqualTo(1);
  }

  /** Runs {@link WireProbe} at host A of a new ibsim. */
  private Ended probe(String address) throws Exception {
    try (Ibsim ibsim = TwoSwitches.start(folder)) {
      // The preload library's descriptors begin at 1024, so real ones must end there.
      List<String> command =
          new ArrayList<>(List.of("sh", "-c", "ulimit -n 1024; exec ibsim-run \"$@\"", "sh"));
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("--enable-native-access=ALL-UNNAMED");
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(WireProbe.class.getName(), address, "" + TIMED));
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
      builder.environment().putAll(Ibsim.attachment(ibsim.port(), TwoSwitches.HOST_A));
      Process process = builder.start();
      try {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(output).isTrue();
        return new Ended(process.exitValue(), output);
      } finally {
        process.destroyForcibly();
      }
    }
  }
}
