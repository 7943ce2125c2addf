package io.dateline.it.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program under ibsim's preload library, attached to a node of a simulated fabric. */
final class ToolProcess implements AutoCloseable {
  private static final long TIMEOUT_S = 30;

  private final Process process;
  private final Path output;

  private ToolProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts {@code command}.
   *
   * @param folder working directory, where the library puts its sysfs tree and OpenSM its files
   * @param serverPort control port of the simulated fabric on this host
   * @param node where to attach
   */
  static ToolProcess start(Path folder, int serverPort, String node, String... command)
      throws IOException {
    List<String> line = new ArrayList<>(List.of("ibsim-run"));
    line.addAll(List.of(command));
    Path output = Files.createTempFile(folder, command[0], ".out");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "IBSIM_SERVER_NAME", "127.0.0.1",
                "IBSIM_SERVER_PORT", Integer.toString(serverPort),
                "SIM_HOST", node,
                "OSM_TMP_DIR", folder.toString(),
                "OSM_CACHE_DIR", folder.toString()));
    return new ToolProcess(builder.start(), output);
  }

  /** Waits for the end, which has to be a good one, and returns what was printed. */
  String join() throws IOException, InterruptedException {
    if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("does not end: " + Files.readString(output));
    }
    if (process.exitValue() != 0) {
      throw new AssertionError(
          "ended with " + process.exitValue() + ": " + Files.readString(output));
    }
    return Files.readString(output);
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Ends it as {@code kill -9} does. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
