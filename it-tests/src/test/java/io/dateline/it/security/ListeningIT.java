package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.BringUpFabrics;
import io.dateline.it.kit.FreePorts;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.JournalProcess;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the product's processes listen: at no other port than those that are named, and told. */
@Timeout(120)
class ListeningIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static void assertListensForHttpAndNodes(SmNodeProcess node, int nodesPort)
      throws Exception {
    node.awaitSubnetUp(PATIENCE);
    assertThat(ListeningSockets.of(node.process()))
        .containsExactlyInAnyOrder(loopback(URI.create(node.url()).getPort()), loopback(nodesPort));
  }

  /** Its journal is its own: H2 listens nowhere. */
  @Test
  void aNodeListensAtTheLoopbackForHttpAndNodesAlone() throws Exception {
    int port = FreePorts.tcp();
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmNodeProcess node =
            SmNodeProcess.start(folder, subnet.address(), "-Ddateline.cluster.port=" + port)) {
      assertListensForHttpAndNodes(node, port);
    }
  }

  @Test
  void thePortOnTheFabricIsNoTcpPort() throws Exception {
    Machine.needs("ibsim", "ibsim-run");
    Path file = BringUpFabrics.file("hypercube 6 2", folder);
    int port = FreePorts.tcp();
    try (Ibsim ibsim = Ibsim.start(file, folder);
        SmNodeProcess node =
            SmNodeProcess.startOnUmad(
                folder,
                ibsim,
                BringUpFabrics.host(file, new Random(1)),
                "-Ddateline.cluster.port=" + port)) {
      assertListensForHttpAndNodes(node, port);
    }
  }

  @Test
  void aServedJournalListensWhereItIsTold() throws Exception {
    int port = FreePorts.tcp();
    try (Running journal = JournalProcess.serve("127.0.0.2:" + port, folder, Map.of())) {
      assertThat(ListeningSockets.of(journal.process()))
          .containsExactly(new InetSocketAddress("127.0.0.2", port));
    }
  }
}
