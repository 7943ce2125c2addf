package io.dateline.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.persistence.journal.H2Server;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Signals that scripts for OpenSM send. */
@Timeout(120)
class SignalsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void shouldSweepAtSigHupAndLiveThroughSigUsr1() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        H2Server journal = SmCluster.serveJournal(folder);
        SmCluster cluster = SmCluster.start(folder, subnet, 1, journal.settings())) {
      cluster.awaitQuiet(PATIENCE);
      cluster.signal(0, "USR1");
      awaitLog(cluster, "SIGUSR1: the log goes to standard error");
      cluster.signal(0, "HUP");
      awaitLog(cluster, " begins: SIGHUP");
      cluster.awaitQuiet(PATIENCE);
      assertThat(cluster.isRunning(0)).isTrue();
    }
  }

  private static void awaitLog(SmCluster cluster, String line) {
    await(line).atMost(PATIENCE).until(() -> cluster.node(0).log().contains(line));
  }
}
