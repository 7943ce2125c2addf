package io.dateline.sm.config;

import java.util.List;

/**
 * One HTTP server of a node.
 *
 * @param host address that it listens at
 * @param port its port, 0 for a free one
 * @param tls whether it speaks HTTPS
 * @param reading which clients may read what changes nothing
 * @param metrics which clients may read health and metrics
 * @param allowedHosts names that it answers to beside its own
 */
public record Listener(
    String host, int port, boolean tls, Access reading, Access metrics, List<String> allowedHosts) {
  /** Which clients may read. */
  public enum Access {
    /** Every client that reaches the port. */
    OPEN,
    /** Every client that has a token. */
    TOKEN
  }
}
