package io.dateline.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.persistence.journal.H2Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.awaitility.Awaitility;

/**
 * SM nodes in processes of their own, each behind a channel adapter of its own, that share a
 * journal which the test's process serves.
 */
final class SmCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path folder;
  private final SimulatedSubnet subnet;
  private final H2Server journal;
  private final List<Integer> ports = new ArrayList<>();
  private final SmNodeProcess[] nodes;

  private SmCluster(Path folder, SimulatedSubnet subnet, int count) throws IOException {
    this.folder = folder;
    this.subnet = subnet;
    nodes = new SmNodeProcess[count];
    for (int node = 0; node < count; node++) {
      ports.add(Machine.freeTcpPort());
    }
    journal =
        H2Server.start(
            Files.createDirectory(folder.resolve("journal")),
            "127.0.0.1",
            H2Server.ANY_PORT,
            ConfigFactory.load());
  }

  /** Starts all nodes, the first one first, and waits until the subnet is up. */
  static SmCluster start(Path folder, SimulatedSubnet subnet, int count) throws IOException {
    SmCluster cluster = new SmCluster(folder, subnet, count);
    try {
      for (int node = 0; node < count; node++) {
        cluster.startNode(node);
      }
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Starts a node that does not run, and waits until it follows the master, or is it. */
  void startNode(int node) throws IOException {
    Path own = folder.resolve("node-" + node);
    if (!Files.exists(own)) {
      Files.createDirectory(own);
    }
    Fabric fabric = subnet.fabric();
    int adapter = fabric.switchCount() + node;
    List<String> more = new ArrayList<>();
    more.add("-Ddateline.cluster.port=" + ports.get(node));
    for (int i = 0; i < ports.size(); i++) {
      more.add("-Ddateline.cluster.nodes." + i + "=127.0.0.1:" + ports.get(i));
    }
    more.add("-Ddateline.persistence.h2.url=" + journal.url());
    nodes[node] =
        SmNodeProcess.start(
            own, subnet.address() + "/" + fabric.description(adapter), more.toArray(String[]::new));
    if (master().isEmpty()) {
      Awaitility.await("a master").atMost(PATIENCE).until(() -> master().isPresent());
    }
    nodes[master().getAsInt()].awaitSubnetUp(PATIENCE);
    nodes[node].awaitStatus("a status", PATIENCE, status -> true);
  }

  SmNodeProcess node(int node) {
    return nodes[node];
  }

  /** The port of the channel adapter that a node is behind. */
  int port(int node) {
    return subnet.fabric().port(subnet.fabric().switchCount() + node, 1);
  }

  /** LID of the channel adapter that a node is behind. */
  int lid(int node) {
    int port = port(node);
    return subnet.simulator().call(simulated -> simulated.lid(port));
  }

  /** The node that says it is master, if there is exactly one. */
  OptionalInt master() {
    List<Integer> masters = new ArrayList<>();
    for (int node = 0; node < nodes.length; node++) {
      if (isRunning(node) && nodes[node].get("status").map(SmCluster::saysMaster).orElse(false)) {
        masters.add(node);
      }
    }
    return masters.size() == 1 ? OptionalInt.of(masters.getFirst()) : OptionalInt.empty();
  }

  private static boolean saysMaster(JsonNode status) {
    return status.path("role").asText().equals("master");
  }

  boolean isRunning(int node) {
    return nodes[node] != null && nodes[node].process().isAlive();
  }

  /** SIGKILL, and gone when this returns. */
  void kill(int node) {
    nodes[node].close();
  }

  /** SIGTERM; returns at once. */
  void terminate(int node) {
    nodes[node].process().destroy();
  }

  /** Sends a signal by its name, such as STOP. */
  void signal(int node, String signal) {
    List<String> kill = List.of("kill", "-" + signal, Long.toString(nodes[node].process().pid()));
    Running.Ended ended = Running.run(folder.resolve("kill.log"), PATIENCE, Map.of(), kill);
    if (ended.exitCode() != 0) {
      throw new IllegalStateException(kill + ": " + ended);
    }
  }

  @Override
  public void close() {
    for (SmNodeProcess node : nodes) {
      if (node != null) {
        node.close();
      }
    }
    journal.close();
  }
}
