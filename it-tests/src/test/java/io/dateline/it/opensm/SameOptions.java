package io.dateline.it.opensm;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.OpenSmProcess;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.transport.FabricAddress;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * One file of options after the other for both managers, each on an ibsim of its own with the same
 * fabric: a node of ours that reads them while it runs, and an opensm that is started anew for
 * each.
 */
final class SameOptions implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long END_S = 10;

  private final Fabric fabric;
  private final Path folder;
  private final Path conf;
  private final Ibsim ourFabric;
  private Ibsim theirFabric; // another one where opensm did not end in order
  private final SmNodeProcess node;

  /** Starts all but opensm; waits until our subnet is up. */
  SameOptions(Fabric fabric, Path folder) throws IOException {
    this.fabric = fabric;
    this.folder = folder;
    Path topology = folder.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(topology)) {
      TopologyWriter.write(fabric, out);
    }
    conf = Files.writeString(folder.resolve("opensm.conf"), "qos TRUE\n");
    ourFabric = Ibsim.start(topology, Files.createDirectory(folder.resolve("ours")));
    theirFabric = startTheirs();
    node =
        SmNodeProcess.start(
            folder,
            "sim://127.0.0.1:%d/%s".formatted(ourFabric.port(), OpenSmSubnet.host(fabric, 0)),
            "-Ddateline.subnet.opensm_conf=" + conf,
            "-Ddateline.subnet.sweep_interval=0s");
    node.awaitSubnetUp(PATIENCE);
  }

  private Ibsim startTheirs() throws IOException {
    return Ibsim.start(folder.resolve("topology.ib"), Files.createTempDirectory(folder, "theirs"));
  }

  /** Where the test can attach to the fabric of our node. */
  FabricAddress.Sim ours() {
    return new FabricAddress.Sim("127.0.0.1", ourFabric.port(), OpenSmSubnet.host(fabric, 1));
  }

  /** The same of opensm's. */
  FabricAddress.Sim theirs() {
    return new FabricAddress.Sim("127.0.0.1", theirFabric.port(), OpenSmSubnet.host(fabric, 1));
  }

  /**
   * Has our node read options, and waits for its sweep.
   *
   * @return why it does not take them, if it does not
   */
  Optional<String> take(String options) throws Exception {
    Files.writeString(conf, options);
    long sweeps = sweeps();
    String answer = reload();
    if (!answer.contains("\"sweepOrdered\":true")) {
      return Optional.of(answer);
    }
    node.awaitStatus(
        "sweep",
        PATIENCE,
        status ->
            status.path("sweeps").asLong() > sweeps
                && status.path("phase").asText().equals("IDLE"));
    return Optional.empty();
  }

  private long sweeps() {
    return node.get("status").map(status -> status.path("sweeps")).map(JsonNode::asLong).orElse(0L);
  }

  private String reload() throws Exception {
    return node.order("reload", "{}").body();
  }

  /**
   * Starts opensm with options, and does something when it has swept twice: in its first sweep it
   * cuts lanes by the operational VLs that ports had before.
   */
  <T> T withOpensm(String options, Callable<T> work) throws Exception {
    Path own = Files.createTempDirectory(folder, "opensm");
    Path file = Files.writeString(own.resolve("options"), "force_log_flush TRUE\n" + options);
    Path log = own.resolve("opensm.log");
    List<String> arguments = List.of("-F", file.toString(), "-e", "-D", "0x07");
    try (Running opensm =
        OpenSmProcess.launch(
            own, theirFabric.port(), OpenSmSubnet.host(fabric, 0), log, arguments)) {
      awaitSweeps(log, 1);
      new ProcessBuilder("kill", "-HUP", "" + opensm.process().pid()).start().waitFor();
      awaitSweeps(log, 2);
      T result = work.call();
      opensm.process().destroy(); // in order, or ibsim goes on with its packets to the dead process
      if (!opensm.process().waitFor(END_S, TimeUnit.SECONDS)) {
        opensm.process().destroyForcibly().waitFor(); // Debian's hangs now and then
        theirFabric.close();
        theirFabric = startTheirs();
      }
      return result;
    }
  }

  private static void awaitSweeps(Path log, int count) {
    await("sweep %d of opensm".formatted(count))
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> Files.exists(log) && Files.readString(log).split("SUBNET UP", -1).length > count);
  }

  @Override
  public void close() {
    node.close();
    ourFabric.close();
    theirFabric.close();
  }
}
