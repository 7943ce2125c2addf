package io.dateline.it.kit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Debian's ibsim over UDP on loopback, and the field's tools attached to it (or to our server). */
public final class Ibsim implements AutoCloseable {
  private static final int CLIENTS = 10;

  /**
   * Of infiniband-diags, whose own patience with an answer (a second) is too short on a machine
   * that others use.
   */
  private static final Set<String> DIAGS =
      Set.of(
          "ibnetdiscover",
          "iblinkinfo",
          "ibtracert",
          "ibroute",
          "smpquery",
          "saquery",
          "sminfo",
          "perfquery");

  private static final String DIAGS_PATIENCE_MS = "10000";

  private final Running running;
  private final int port;

  private Ibsim(Running running, int port) {
    this.running = running;
    this.port = port;
  }

  /** Starts ibsim on a topology, with its console on standard input. */
  public static Ibsim start(Path topology, Path folder) {
    int port = FreePorts.udp(CLIENTS + 1);
    Running running =
        Running.start(
            folder.resolve("ibsim.log"),
            Map.of(),
            List.of(
                "ibsim",
                "-r",
                "-l",
                "" + port,
                "-s",
                "-N",
                "60000",
                "-S",
                "8000",
                "-P",
                "600000",
                "-L",
                "49151",
                topology.toString()));
    running.awaitOutput("sim>", Duration.ofMinutes(1));
    return new Ibsim(running, port);
  }

  public int port() {
    return port;
  }

  /** Types a console command. */
  public void console(String command) {
    running.type(command);
  }

  /** Runs a libibumad program attached to a node. */
  public static Running.Ended tool(int port, String host, Path folder, String... command) {
    List<String> words = new ArrayList<>(List.of("ibsim-run"));
    words.addAll(List.of(command));
    if (DIAGS.contains(command[0])) {
      words.addAll(2, List.of("-t", DIAGS_PATIENCE_MS));
    }
    return Running.run(
        folder.resolve(command[0] + "-" + System.nanoTime() + ".out"),
        Duration.ofMinutes(2),
        attachment(port, host),
        words);
  }

  /** The environment in which ibsim's preload library attaches to a node. */
  public static Map<String, String> attachment(int port, String host) {
    return Map.of(
        "IBSIM_SERVER_NAME", "127.0.0.1", "IBSIM_SERVER_PORT", "" + port, "SIM_HOST", host);
  }

  @Override
  public void close() {
    running.close();
  }
}
