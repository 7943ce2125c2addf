package io.dateline.sm.cli.demo;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.journal.H2Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the SM nodes of a demo. Several share a journal that this process serves. */
final class DemoNodes {
  private static final String HOST = "127.0.0.1";

  private DemoNodes() {}

  /**
   * One node, alone, with a journal of its own.
   *
   * @param options of the node
   */
  static DemoNode alone(DemoSession session, DemoFabric fabric, List<String> options)
      throws IOException {
    DemoPorts.OfNode ports = DemoPorts.forNodes(1).getFirst();
    DemoFabric.Place place = fabric.places().getFirst();
    List<String> command = command(session, fabric, place, ports, 1);
    command.addAll(options);
    return new DemoNode(1, place, ports, command.toArray(String[]::new));
  }

  /**
   * Nodes of one cluster, each at a place of its own. Their journal begins with this.
   *
   * @param count at most the fabric's places
   * @param options of each node
   */
  static List<DemoNode> cluster(
      DemoSession session, DemoFabric fabric, int count, List<String> options) throws IOException {
    H2Server journal = serveJournal(session);
    List<DemoPorts.OfNode> ports = DemoPorts.forNodes(count);
    List<DemoNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      DemoFabric.Place place = fabric.places().get(i);
      List<String> command = command(session, fabric, place, ports.get(i), i + 1);
      command.addAll(options);
      journal.settings().forEach((key, value) -> command.add("-D%s=%s".formatted(key, value)));
      command.add("-Ddateline.cluster.port=" + ports.get(i).cluster());
      for (int member = 0; member < count; member++) {
        command.add(
            "-Ddateline.cluster.nodes.%d=%s:%d"
                .formatted(member, HOST, ports.get(member).cluster()));
      }
      nodes.add(new DemoNode(i + 1, place, ports.get(i), command.toArray(String[]::new)));
    }
    return nodes;
  }

  private static List<String> command(
      DemoSession session,
      DemoFabric fabric,
      DemoFabric.Place place,
      DemoPorts.OfNode ports,
      int number) {
    return new ArrayList<>(
        List.of(
            "node",
            "--fabric",
            fabric.address(place),
            "--state",
            session.folder().resolve("state-" + number).toString(),
            "-Ddateline.http.port=" + ports.http(),
            "-Ddateline.subnet.partition_config_file=")); // this host's is of another fabric
  }

  private static H2Server serveJournal(DemoSession session) throws IOException {
    Config config = ConfigFactory.load();
    Path directory = session.folder().resolve("journal"); // made so that only its owner opens it
    H2Server server = H2Server.start(directory, HOST, H2Server.ANY_PORT, config);
    session.atEnd(server::close);
    return server;
  }
}
