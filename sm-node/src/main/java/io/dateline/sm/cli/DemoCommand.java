package io.dateline.sm.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
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

  @Option(names = "--no-ui", description = "plain lines only, at a terminal, too")
  private boolean noUi;

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
    try (DemoSession session = DemoSession.begin()) {
      run(session, out);
    }
    return ExitCode.DONE;
  }

  private void run(DemoSession session, PrintWriter out) throws IOException, InterruptedException {
    int simPort = DemoPorts.forSimulatedFabric();
    ChildProcess sim =
        session.start(
            "simulated fabric", "sim", "--topology", topology, "--listen", "127.0.0.1:" + simPort);
    out.printf("simulated fabric: %s on UDP port %d, process %d%n", topology, simPort, sim.pid());
    out.flush();
    sim.awaitFirstLine(); // a node that finds nobody listening gives up
    int httpPort = freeTcpPort();
    ChildProcess node =
        session.start(
            "SM node",
            "node",
            "--fabric",
            "sim://127.0.0.1:" + simPort,
            "--state",
            session.folder().resolve("state").toString(),
            "-Ddateline.http.port=" + httpPort);
    out.printf("SM node: process %d, logs and state in %s%n", node.pid(), session.folder());
    out.flush();
    String url = "http://127.0.0.1:" + httpPort;
    JsonNode up;
    try (Progress progress = Progress.start("bringing the subnet up", !noUi)) {
      up = narrate(new NodeClient(url), sim, node, progress, out);
    }
    out.println("SUBNET UP");
    StatusCommand.print(up, out);
    out.flush();
    session.keepFolder(false);
    if (!once) {
      stay(session, node, url, simPort, out);
    }
  }

  private static void stay(
      DemoSession session, ChildProcess node, String url, int simPort, PrintWriter out)
      throws InterruptedException {
    out.printf("%nAsk the node:    ./dateline status --url %s%n", url);
    out.printf(
        "Attach a tool:   IBSIM_SERVER_NAME=127.0.0.1 IBSIM_SERVER_PORT=%d ibsim-run saquery%n",
        simPort);
    out.println("^C ends it.");
    out.flush();
    node.awaitExit();
    if (!session.isEnding()) {
      session.keepFolder(true);
      node.requireAlive();
    }
  }

  /** Tells the phases until the subnet is up; returns the status that says so. */
  private static JsonNode narrate(
      NodeClient client, ChildProcess sim, ChildProcess node, Progress progress, PrintWriter out)
      throws InterruptedException {
    String lastPhase = "";
    while (true) {
      sim.requireAlive();
      node.requireAlive();
      JsonNode status = status(client);
      if (status != null) {
        String phase = status.path("phase").asText().toLowerCase(Locale.ROOT);
        if (!phase.equals(lastPhase) && !phase.equals("idle")) {
          tell(phase, progress, out);
        }
        lastPhase = phase;
        if (status.path("subnetUp").asBoolean() && phase.equals("idle")) {
          return status;
        }
      }
      Thread.sleep(POLL_MS);
    }
  }

  private static void tell(String phase, Progress progress, PrintWriter out) {
    if (progress.isShown()) {
      progress.step(phase);
    } else {
      out.printf("  %s ...%n", phase);
      out.flush();
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
