package io.dateline.it.kit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** {@code dateline journal} in a process of its own, which can be made to hang. */
public final class JournalProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String PASSWORD = "only for this test";

  private final Running running;
  private final String url;
  private boolean isHung;

  private JournalProcess(Running running, String url) {
    this.running = running;
    this.url = url;
  }

  /**
   * Serves an empty journal.
   *
   * @param folder for its files and log
   * @param host where the nodes are to reach it
   */
  public static JournalProcess startAt(String host, Path folder) throws IOException {
    String address = host + ":" + FreePorts.tcp();
    Running running = serve(address, folder, Map.of("DATELINE_H2_PASSWORD", PASSWORD));
    return new JournalProcess(running, "jdbc:h2:tcp://" + address + "/journal");
  }

  /** As the other, at HOST:PORT, with this in its environment; it serves when this returns. */
  public static Running serve(String address, Path folder, Map<String, String> environment) {
    Running running =
        Running.start(
            folder.resolve("journal.log"),
            environment,
            List.of(
                Machine.root().resolve("dateline").toString(),
                "journal",
                "--state",
                folder.resolve("journal").toString(),
                "--listen",
                address));
    try {
      running.awaitOutput("dateline.persistence.h2.url", PATIENCE);
      return running;
    } catch (RuntimeException e) {
      running.close();
      throw e;
    }
  }

  /** Settings of a node whose journal is here. */
  public Map<String, String> settings() {
    return Map.of("dateline.persistence.h2.url", url, "dateline.persistence.h2.password", PASSWORD);
  }

  /** Stops it, or lets it go on. */
  public void hang(boolean yes) {
    running.signal(yes ? "STOP" : "CONT");
    isHung = yes;
  }

  public boolean isHung() {
    return isHung;
  }

  @Override
  public void close() {
    running.close();
  }
}
