package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * This node's place among the SM nodes: the block {@code dateline.cluster}.
 *
 * @param host of this node, as the others know it
 * @param port of this node; 0, for a free one, only when it is alone
 * @param nodes all SM nodes, this one among them, empty when alone
 * @param probeInterval between attempts to reach a peer's port
 * @param management where health and membership are asked for, if anywhere
 */
public record ClusterSettings(
    String host,
    int port,
    List<NodeAddress> nodes,
    Duration probeInterval,
    Optional<NodeAddress> management) {
  /** Of the actor system; part of every node's address. */
  public static final String SYSTEM_NAME = "dateline";

  private static final String BLOCK = "dateline.cluster.";

  /**
   * Reads {@code dateline.cluster}.
   *
   * @throws ConfigException that names the key, if a value is missing, malformed or out of range
   */
  public static ClusterSettings of(Config config) {
    String host = host(config, BLOCK + "host");
    int port = Ranges.inRange(config, BLOCK + "port", 0, 65_535);
    return new ClusterSettings(
        host,
        port,
        nodes(config, new NodeAddress(host, port)),
        Ranges.inRange(
            config, BLOCK + "probe-interval", Duration.ofMillis(1), Duration.ofMinutes(1)),
        management(config));
  }

  /** Whether there are others, now or later. */
  public boolean isAlone() {
    return nodes.isEmpty();
  }

  /** All but this one. */
  public List<NodeAddress> others() {
    NodeAddress self = new NodeAddress(host, port);
    return nodes.stream().filter(node -> !node.equals(self)).toList();
  }

  private static List<NodeAddress> nodes(Config config, NodeAddress self) {
    String key = BLOCK + "nodes";
    List<NodeAddress> nodes =
        config.getStringList(key).stream()
            .map(text -> NodeAddress.parse(config, key, text))
            .toList();
    if (!nodes.isEmpty() && !nodes.contains(self)) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(),
          key,
          "does not name this node, which is %s by %shost and %sport"
              .formatted(self, BLOCK, BLOCK));
    }
    HashSet<NodeAddress> seen = new HashSet<>();
    for (NodeAddress node : nodes) {
      if (!seen.add(node)) {
        throw new ConfigException.BadValue(
            config.getValue(key).origin(), key, "names " + node + " twice");
      }
    }
    return nodes;
  }

  private static Optional<NodeAddress> management(Config config) {
    String key = BLOCK + "management.port";
    if (config.getString(key).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new NodeAddress(
            host(config, BLOCK + "management.host"), Ranges.inRange(config, key, 1, 65_535)));
  }

  private static String host(Config config, String key) {
    String host = config.getString(key);
    if (host.isBlank()) {
      throw new ConfigException.BadValue(config.getValue(key).origin(), key, "names no host");
    }
    return host;
  }
}
