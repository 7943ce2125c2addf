package io.dateline.sm.cli.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.sim.observe.PathClient;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Progress;
import io.dateline.sm.cli.console.Terminal;
import io.dateline.sm.cli.console.Topologies;
import io.dateline.sm.cli.remote.StatusCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code dateline demo}: a simulated fabric, SM nodes that bring it up, and what follows when one
 * dies.
 */
@Command(
    name = "demo",
    description = {
      "Brings a simulated fabric up and tells what happens, until ^C.",
      "Kill the master, and see another node go on."
    },
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private static final int POLL_MS = 20;
  private static final int NODES_MAX = 9;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      defaultValue = "torus:4x4x4",
      description = "ibnetdiscover output, or a generator (default: ${DEFAULT-VALUE})")
  private String topology;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "SM nodes, 1 to 9 (default: ${DEFAULT-VALUE})")
  private int nodes;

  @Option(
      names = "--kill-after",
      paramLabel = "TIME",
      description = "kill the master, so long after all nodes are ready: 10s, 500ms")
  private String killAfter;

  @Option(names = "--no-ui", description = "plain lines only, at a terminal, too")
  private boolean noUi;

  @Option(
      names = "--once",
      description =
          "end when the subnet is up and all nodes are ready, or when --kill-after is over; the exit"
              + " code is 1 if it has changed anything")
  private boolean once;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (nodes < 1 || nodes > NODES_MAX) {
      throw new BadInput("--nodes takes 1 to %d, not %d".formatted(NODES_MAX, nodes));
    }
    Optional<Duration> killTime = Optional.ofNullable(killAfter).map(DemoCommand::time);
    if (nodes == 1 && killTime.isPresent()) {
      throw new BadInput("--kill-after needs a second node that can go on");
    }
    Fabric fabric = Topologies.load(topology, spec.commandLine().getErr()::println);
    quiet();
    try (DemoSession session = DemoSession.begin(spec.root().userObject().getClass())) {
      DemoFabric simulated = DemoFabric.start(fabric);
      session.atEnd(simulated::close);
      return run(
          session, simulated, DemoTorus.options(topology, fabric, session.folder()), killTime);
    }
  }

  /** What the simulated fabric logs would stand between the lines of the story. */
  private static void quiet() {
    if (LoggerFactory.getLogger("io.dateline") instanceof Logger logger) {
      logger.setLevel(Level.WARN);
    }
  }

  private static Duration time(String text) {
    try {
      Duration time = ConfigFactory.parseMap(Map.of("time", text)).getDuration("time");
      boolean hasUnit =
          !Character.isDigit(text.strip().charAt(text.strip().length() - 1)); // else it were ms
      if (hasUnit && !time.isNegative()) {
        return time;
      }
    } catch (ConfigException e) {
      // said below
    }
    throw new BadInput("--kill-after takes a time such as 10s, not '%s'".formatted(text));
  }

  private int run(
      DemoSession session, DemoFabric fabric, List<String> options, Optional<Duration> killTime)
      throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (fabric.places().size() < nodes + 1) {
      session.keepFolder(false);
      throw new BadInput(
          "%s: %d SM nodes and an application need %d nodes of the topology, there are %d"
              .formatted(topology, nodes, nodes + 1, fabric.places().size()));
    }
    out.printf("simulated fabric: %s on UDP port %d%n", topology, fabric.udpPort());
    if (nodes == 1) {
      DemoNode node = DemoNodes.alone(session, fabric, options);
      bringUp(session, node, fabric, out);
      if (!once) {
        stay(session, node, fabric, out);
      }
      return ExitCode.DONE;
    }
    List<DemoNode> cluster = DemoNodes.cluster(session, fabric, nodes, options);
    out.println("journal: served by this process, so that no node's death takes it along");
    bringUp(session, cluster.getFirst(), fabric, out);
    DemoFabric.Place place = fabric.places().get(nodes);
    PathClient application = fabric.application(place);
    session.atEnd(application::close);
    for (DemoNode node : cluster.subList(1, cluster.size())) {
      start(session, node, fabric, out);
    }
    DemoWatch watch =
        new DemoWatch(
            session, fabric, cluster, application, fabric.description(place), killTime, out);
    return watch.run(once) ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static void start(DemoSession session, DemoNode node, DemoFabric fabric, PrintWriter out)
      throws IOException {
    node.start(session);
    out.printf(
        "%s: process %d at %s, ./dateline status --url %s%n",
        node.name(), node.process().pid(), fabric.description(node.place()), node.url());
    out.flush();
  }

  private void bringUp(DemoSession session, DemoNode node, DemoFabric fabric, PrintWriter out)
      throws IOException, InterruptedException {
    out.printf("logs and state: %s%n", session.folder());
    start(session, node, fabric, out);
    JsonNode up;
    try (Progress progress =
        Progress.start("bringing the subnet up", !noUi && Terminal.isAt(Terminal.OUT))) {
      up = narrate(node, progress, out);
    }
    out.println("SUBNET UP");
    StatusCommand.print(up, out);
    node.torus().ifPresent(out::println);
    out.flush();
    session.keepFolder(false);
  }

  private static void stay(DemoSession session, DemoNode node, DemoFabric fabric, PrintWriter out)
      throws InterruptedException {
    out.println();
    fabric.tellHints(out);
    node.process().awaitExit();
    if (!session.isEnding()) {
      session.keepFolder(true);
      node.process().requireAlive();
    }
  }

  /** Tells the phases until the subnet is up; returns the status that says so. */
  private static JsonNode narrate(DemoNode node, Progress progress, PrintWriter out)
      throws InterruptedException {
    String lastPhase = "";
    while (true) {
      node.process().requireAlive();
      JsonNode status = node.status();
      if (status != null) {
        String phase = status.path("phase").asText().toLowerCase(Locale.ROOT);
        if (!phase.isEmpty() && !phase.equals(lastPhase) && !phase.equals("idle")) {
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
}
