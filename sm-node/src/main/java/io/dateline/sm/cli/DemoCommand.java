package io.dateline.sm.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline demo}: a simulated fabric and an SM node that brings it up, told in words. */
@Command(
    name = "demo",
    description = "Brings a simulated fabric up and tells what happens, until ^C.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private static final int POLL_MS = 20;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      defaultValue = "torus:4x4x4",
      description = "ibnetdiscover output, or a generator (default: ${DEFAULT-VALUE})")
  private String topology;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "SM nodes; this release runs one")
  private int nodes;

  @Option(names = "--once", description = "end when the subnet is up")
  private boolean once;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (nodes != 1) {
      throw new BadInput("--nodes takes 1 in this release, not " + nodes);
    }
    Topologies.load(topology);
    PrintWriter out = spec.commandLine().getOut();
    Path folder = Files.createTempDirectory("dateline-demo");
    int simPort = DemoPorts.forSimulatedFabric();
    try (ChildProcess sim =
        ChildProcess.start(
            "simulated fabric",
            folder,
            "sim",
            "--topology",
            topology,
            "--listen",
            "127.0.0.1:" + simPort)) {
      Runtime.getRuntime().addShutdownHook(new Thread(sim::stop));
      out.printf("simulated fabric: %s on UDP port %d, process %d%n", topology, simPort, sim.pid());
      out.flush();
      sim.awaitFirstLine(); // a node that finds nobody listening gives up
      runNode(folder, sim, simPort, out);
    }
    return ExitCode.DONE;
  }

  private void runNode(Path folder, ChildProcess sim, int simPort, PrintWriter out)
      throws IOException, InterruptedException {
    int httpPort = freeTcpPort();
    try (ChildProcess node =
        ChildProcess.start(
            "SM node",
            folder,
            "node",
            "--fabric",
            "sim://127.0.0.1:" + simPort,
            "--state",
            folder.resolve("state").toString(),
            "-Ddateline.http.port=" + httpPort)) {
      Runtime.getRuntime().addShutdownHook(new Thread(node::stop));
      out.printf("SM node: process %d, logs and state in %s%n", node.pid(), folder);
      out.flush();
      String url = "http://127.0.0.1:" + httpPort;
      narrate(new NodeClient(url), sim, node, out);
      out.printf("%nAsk the node:    ./dateline status --url %s%n", url);
      out.printf(
          "Attach a tool:   IBSIM_SERVER_NAME=127.0.0.1 IBSIM_SERVER_PORT=%d ibsim-run saquery%n",
          simPort);
      if (!once) {
        out.println("^C ends it.");
        out.flush();
        node.awaitExit();
      }
    }
  }

  private void narrate(NodeClient client, ChildProcess sim, ChildProcess node, PrintWriter out)
      throws InterruptedException {
    String lastPhase = "";
    while (true) {
      sim.requireAlive();
      node.requireAlive();
      JsonNode status = status(client);
      if (status != null) {
        String phase = status.path("phase").asText().toLowerCase(Locale.ROOT);
        if (!phase.equals(lastPhase) && !phase.equals("idle")) {
          out.printf("  %s ...%n", phase);
          out.flush();
        }
        lastPhase = phase;
        if (status.path("subnetUp").asBoolean() && phase.equals("idle")) {
          out.println("SUBNET UP");
          StatusCommand.print(status, out);
          out.flush();
          return;
        }
      }
      Thread.sleep(POLL_MS);
    }
  }

  private static JsonNode status(NodeClient client) throws InterruptedException {
    try {
      NodeClient.Answer answer = client.get("status");
      return answer.ok() ? answer.body() : null;
    } catch (IOException e) {
      return null; // not listening yet
    }
  }

  private static int freeTcpPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
