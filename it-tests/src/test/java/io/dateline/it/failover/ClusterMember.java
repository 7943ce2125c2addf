package io.dateline.it.failover;

import io.dateline.it.kit.InsteadOfProgram;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.persistence.journal.H2Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** {@link ClusterMain} in a process of its own. */
record ClusterMember(Running running, int self) implements AutoCloseable {
  /**
   * Starts a member.
   *
   * @param folder for its log
   * @param ports of all members, all on this machine
   * @param journal of all members
   * @param self which of them is this one's
   * @param more settings
   */
  static ClusterMember start(
      Path folder, List<Integer> ports, H2Server journal, int self, String... more) {
    List<String> settings = new ArrayList<>(List.of(more));
    settings.add("dateline.cluster.port=" + ports.get(self));
    settings.add(
        "dateline.cluster.nodes="
            + ports.stream().map(port -> "\"127.0.0.1:" + port + "\"").toList());
    settings.add("dateline.persistence.h2.url=\"" + journal.url() + '"');
    settings.add("dateline.persistence.h2.password=\"" + journal.password() + '"');
    List<String> command = new ArrayList<>(List.of(Machine.root().resolve("dateline").toString()));
    command.addAll(settings);
    Map<String, String> environment = InsteadOfProgram.environment(ClusterMain.class);
    Path log = folder.resolve("member-" + self + "-" + System.nanoTime() + ".log");
    return new ClusterMember(Running.start(log, environment, command), self);
  }

  Process process() {
    return running.process();
  }

  ClusterMember awaitUp() {
    running.awaitOutput("UP ", Duration.ofSeconds(60));
    return this;
  }

  /** Waits until it watches the processes of so many others. */
  void awaitWatching(int peers) {
    Awaitility.await("watching")
        .atMost(Duration.ofSeconds(60))
        .until(() -> running.output().split(" is watched", -1).length > peers);
  }

  /** When it became a member that is Up, in ms. */
  long upMs() {
    return last("UP").orElseThrow();
  }

  /** When it became master the last time, in ms. */
  OptionalLong masterSinceMs() {
    return last("MASTER");
  }

  /** When it ceased to be master the last time, in ms. */
  OptionalLong stoppedMs() {
    return last("STOPPED");
  }

  private OptionalLong last(String what) {
    List<MatchResult> found =
        Pattern.compile("(?m)^" + what + " (\\d+)$").matcher(running.output()).results().toList();
    return found.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(found.getLast().group(1)));
  }

  @Override
  public void close() {
    running.close();
  }
}
