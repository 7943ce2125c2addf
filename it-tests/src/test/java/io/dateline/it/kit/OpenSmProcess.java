package io.dateline.it.kit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Debian's opensm, which goes on until it is closed; behind ibsim or our server. */
public final class OpenSmProcess implements AutoCloseable {
  private final Running running;

  private final Path log;

  private OpenSmProcess(Running running, Path log) {
    this.running = running;
    this.log = log;
  }

  /**
   * Starts one that polls a master as often as our nodes do in tests.
   *
   * @param folder for its files
   * @param port of the simulator
   * @param host that it runs on
   * @param more lines of its options
   */
  public static OpenSmProcess start(
      Path folder, int port, String host, int priority, String... more) throws IOException {
    Path own = Files.createTempDirectory(folder, "opensm");
    Path options = own.resolve("options");
    Files.writeString(
        options,
        "sminfo_polling_timeout 500\npolling_retry_number 1\nforce_log_flush TRUE\n"
            + String.join("\n", more)
            + "\n");
    Path log = own.resolve("opensm.log");
    return new OpenSmProcess(
        launch(own, port, host, log, List.of("-p", "" + priority, "-F", options.toString())), log);
  }

  /**
   * Starts one in a folder of its own.
   *
   * @param log that it writes
   * @param arguments beside the log
   */
  public static Running launch(Path own, int port, String host, Path log, List<String> arguments)
      throws IOException {
    Map<String, String> environment = new HashMap<>(Ibsim.attachment(port, host));
    environment.put("OSM_TMP_DIR", own.toString());
    environment.put("OSM_CACHE_DIR", own.toString());
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "cd \"$0\" && exec \"$@\"", // ibsim's library leaves its sysfs tree where it runs
                own.toString(),
                "ibsim-run",
                "opensm",
                "-f",
                log.toString()));
    command.addAll(arguments);
    return Running.start(own.resolve("output"), environment, command);
  }

  /** Waits until it has brought the subnet up. */
  public void awaitSubnetUp(Duration patience) {
    await("SUBNET UP of opensm")
        .atMost(patience)
        .until(() -> Files.exists(log) && Files.readString(log).contains("SUBNET UP"));
  }

  /** SIGKILL, and gone when this returns. */
  @Override
  public void close() {
    running.close();
  }
}
