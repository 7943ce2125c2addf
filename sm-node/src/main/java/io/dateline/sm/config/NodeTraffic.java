package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;

/** How the nodes of a cluster know each other, and what their traffic is protected by. */
public enum NodeTraffic {
  /** This node is alone: its port lets nothing in. */
  CLOSED,

  /** All nodes are on one host: TLS with a certificate that they share through the journal. */
  SHARED,

  /** TLS, each host with a certificate of its own. */
  CERTIFIED,

  /** Anything that reaches the port is believed; the operator has accepted that. */
  OPEN;

  /**
   * What the settings mean.
   *
   * @throws ConfigException if nodes are on several hosts, there are no certificates, and the
   *     operator has not accepted that
   */
  public static NodeTraffic of(Config config, ClusterSettings cluster) {
    SecuritySettings security = SecuritySettings.of(config);
    if (cluster.isAlone()) {
      return CLOSED;
    }
    if (security.certificates().isPresent()) {
      return CERTIFIED;
    }
    if (security.acceptsUnencrypted()) {
      return OPEN;
    }
    if (cluster.nodes().stream().allMatch(NodeAddress::isLoopback)) {
      return SHARED;
    }
    throw new ConfigException.BadValue(
        config.getValue("dateline.cluster.nodes").origin(),
        "dateline.cluster.nodes",
        "nodes are on several hosts, and anything that reaches their ports could join them: set %s"
                .formatted(SecuritySettings.CERTIFICATES)
            + " (dateline certificates makes them), or accept that with "
            + SecuritySettings.UNENCRYPTED
            + " = accepted");
  }

  /** Whether it is TLS. */
  public boolean isEncrypted() {
    return this != OPEN;
  }
}
