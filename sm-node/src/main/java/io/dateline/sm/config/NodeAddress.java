package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.persistence.journal.H2Server;

/**
 * Where a node of the cluster is to be reached by the others.
 *
 * @param host as all nodes write it: the name is compared, not what it resolves to
 * @param port of Akka's remoting
 */
public record NodeAddress(String host, int port) {
  /** Reads {@code HOST:PORT}; the host may be an IPv6 address in brackets. */
  static NodeAddress parse(Config config, String key, String text) {
    int colon = text.lastIndexOf(':');
    int port = -1;
    try {
      port = Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException e) {
      // said below
    }
    if (colon <= 0 || port < 1 || port > 65_535) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(),
          key,
          "takes \"host:port\" with a port from 1 to 65535, not '%s'".formatted(text));
    }
    return new NodeAddress(text.substring(0, colon), port);
  }

  /** Whether only processes of this host reach this node. */
  boolean isLoopback() {
    return isLoopback(host);
  }

  /** Whether a host, as it is written, is this one and heard by no other. */
  static boolean isLoopback(String host) {
    return H2Server.isLoopback(host);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
