package io.dateline.sm.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sm.cli.remote.NodeClient;
import io.dateline.sm.cli.remote.RoutingCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** An SM node of a demo: its place in the fabric, its ports, and the process it has now. */
final class DemoNode {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final int number;
  private final DemoFabric.Place place;
  private final DemoPorts.OfNode ports;
  private final String[] command;
  private final NodeClient client;
  private ChildProcess process;
  private boolean isReady;

  /**
   * A node that does not run yet.
   *
   * @param number from 1, as it is called
   * @param command that runs it
   */
  DemoNode(int number, DemoFabric.Place place, DemoPorts.OfNode ports, String... command) {
    this.number = number;
    this.place = place;
    this.ports = ports;
    this.command = command;
    client = new NodeClient(url(), PATIENCE);
  }

  /** Starts its process, the first one or the next. */
  void start(DemoSession session) throws IOException {
    isReady = false;
    process = session.start(name(), command);
  }

  ChildProcess process() {
    return process;
  }

  DemoFabric.Place place() {
    return place;
  }

  /** Where {@code dateline status} asks it. */
  String url() {
    return "http://127.0.0.1:" + ports.http();
  }

  /** The status, null while there is none. */
  JsonNode status() throws InterruptedException {
    return get("status");
  }

  /** Where the datelines are of a torus that it has laid out, in words. */
  Optional<String> torus() throws InterruptedException {
    return Optional.ofNullable(get("routing")).flatMap(RoutingCommand::torus);
  }

  /**
   * Whether the node is a member of the cluster and follows the journal, so that it can take over;
   * true from then on.
   */
  boolean isReady() {
    return isReady;
  }

  /** Asks the node whether it is ready by now; true only when it has become so. */
  boolean becomesReady() throws InterruptedException {
    if (isReady || !process.isAlive()) {
      return false;
    }
    JsonNode now = status();
    isReady =
        now != null
            && now.path("replica").path("state").asText().equals("following")
            && isMember(get("cluster/members"));
    return isReady;
  }

  private static boolean isMember(JsonNode cluster) {
    if (cluster != null) {
      for (JsonNode member : cluster.path("members")) {
        if (member.path("node").equals(cluster.path("selfNode"))) {
          return member.path("status").asText().toLowerCase(Locale.ROOT).equals("up");
        }
      }
    }
    return false;
  }

  private JsonNode get(String path) throws InterruptedException {
    try {
      NodeClient.Answer answer = client.get(path);
      return answer.ok() ? answer.body() : null;
    } catch (IOException e) {
      return null; // not listening yet
    }
  }

  /** {@code node 1}. */
  String name() {
    return "node " + number;
  }
}
