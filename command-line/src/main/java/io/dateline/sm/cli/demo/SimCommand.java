package io.dateline.sm.cli.demo;

import io.dateline.fabric.Fabric;
import io.dateline.sim.IbsimServer;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.cli.console.Addresses;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.TopologyOption;
import io.dateline.sm.text.Counted;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline sim}: the simulated fabric alone. */
@Command(
    name = "sim",
    description = {
      "Runs a simulated fabric that speaks ibsim's remote protocol, until ^C.",
      "Standard input takes commands: help lists them."
    },
    mixinStandardHelpOptions = true)
final class SimCommand implements Callable<Integer> {
  private static final int PORT_MAX = 65_535 - IbsimServer.SLOTS;

  @Mixin private TopologyOption topology;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7070",
      description =
          "UDP address for control; data uses the ports above (default: ${DEFAULT-VALUE})")
  private String listen;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    InetSocketAddress address = Addresses.parse("--listen", listen);
    if (address.getPort() > PORT_MAX) {
      throw new BadInput(
          "--listen %s: %d data ports lie above the control port, which is %d at most"
              .formatted(listen, IbsimServer.SLOTS, PORT_MAX));
    }
    Fabric fabric = topology.load(spec.commandLine().getErr()::println);
    PrintWriter out = spec.commandLine().getOut();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        IbsimServer server = serve(simulator, address)) {
      out.printf(
          "%s and %s at %s:%d%n",
          Counted.of(fabric.switchCount(), "switch"),
          Counted.of(fabric.nodeCount() - fabric.switchCount(), "other node"),
          server.address().getHostString(),
          server.address().getPort());
      out.flush();
      obey(simulator, out);
      // Without a terminal the input ends at once; the fabric goes on until it is stopped.
      new CountDownLatch(1).await();
    }
    return ExitCode.DONE;
  }

  private static IbsimServer serve(Simulator simulator, InetSocketAddress address) {
    try {
      return IbsimServer.serve(simulator, address);
    } catch (UncheckedIOException e) {
      throw new BadInput(e.getMessage() + "; --listen HOST:PORT names another place");
    }
  }

  private static void obey(Simulator simulator, PrintWriter out) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(simulator.command(line));
      out.flush();
    }
  }
}
