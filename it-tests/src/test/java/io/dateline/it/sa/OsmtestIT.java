package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.BringUpFabrics;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SmNodeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** OpenSM's own test of subnet administration, asking a node about a subnet on Debian's ibsim. */
@Timeout(300)
class OsmtestIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  /**
   * In mode 2 groups of others may be there. The other modes want to find and delete all that they
   * made, and cannot: ibsim's library leaves answers of several MADs to a kernel that is not there,
   * so that osmtest sees the first three groups only.
   */
  @Test
  void shouldPassInventoryAndTheMulticastFlow() throws Exception {
    Machine.needs("ibsim", "ibsim-run", "osmtest");
    Path file = BringUpFabrics.file("torus 3 3 1 2", folder);
    Random random = new Random(5);
    try (Ibsim ibsim = Ibsim.start(file, folder);
        SmNodeProcess node =
            SmNodeProcess.start(
                folder,
                "sim://127.0.0.1:" + ibsim.port() + "/" + BringUpFabrics.host(file, random),
                // It makes more groups, and faster, than one port may.
                "-Ddateline.subnet.sa_etm_max_num_mcgs=0",
                "-Ddateline.quota.joins-per-second=0",
                "-Ddateline.subnet.sa_key=1")) { // OpenSM's, which osmtest shows
      node.awaitSubnetUp(PATIENCE);
      String host = BringUpFabrics.host(file, random);
      run(ibsim, host, "-f", "c");
      String output = run(ibsim, host, "-f", "m", "-M", "2");
      assertThat(output).contains("\"Multicast\" PASS");
      assertThat(node.get("status").orElseThrow().path("multicastGroups").asInt()).isPositive();
    }
  }

  /** Where it cannot read what it has written down, it fails before it asks for anything. */
  private String run(Ibsim ibsim, String host, String... flow) throws IOException {
    String[] command = new String[flow.length + 5];
    command[0] = "osmtest";
    System.arraycopy(flow, 0, command, 1, flow.length);
    command[flow.length + 1] = "-i";
    command[flow.length + 2] = folder.resolve("osmtest.dat").toString();
    command[flow.length + 3] = "-l";
    command[flow.length + 4] = folder.resolve("osmtest.log").toString();
    Running.Ended ended = Ibsim.tool(ibsim.port(), host, folder, command);
    assertThat(ended.exitCode()).as(ended.output() + complaints()).isZero();
    return ended.output();
  }

  /** What it has written down, with what it did before. */
  private String complaints() throws IOException {
    Path log = folder.resolve("osmtest.log");
    return Files.exists(log) ? Files.readString(log) : "";
  }
}
