package io.dateline.sm.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.dateline.sm.config.NodeTraffic;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What protects the traffic of a node.
 *
 * @param betweenNodes how the nodes of the cluster know each other
 * @param certificateExpires when this node's certificate runs out, null without one
 * @param warning what an operator has to do something about, null where there is nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TrafficStatus(
    NodeTraffic betweenNodes,
    @JsonSerialize(using = ToStringSerializer.class) Instant certificateExpires,
    String warning) {
  /** Enough for an operator who looks once a week, and is away for two. */
  private static final Duration NOTICE = Duration.ofDays(30);

  /** What is to be said of it now. */
  public static TrafficStatus of(
      NodeTraffic betweenNodes, Optional<Instant> certificateExpires, Instant now) {
    return new TrafficStatus(
        betweenNodes,
        certificateExpires.orElse(null),
        certificateExpires
            .flatMap(expires -> warning(expires, now))
            .or(() -> warning(betweenNodes))
            .orElse(null));
  }

  private static Optional<String> warning(Instant expires, Instant now) {
    if (expires.isBefore(now)) {
      return Optional.of("this node's certificate ran out at %s".formatted(expires));
    }
    return expires.isBefore(now.plus(NOTICE))
        ? Optional.of(
            "this node's certificate runs out at %s: dateline certificates node makes another"
                .formatted(expires))
        : Optional.empty();
  }

  private static Optional<String> warning(NodeTraffic betweenNodes) {
    return betweenNodes == NodeTraffic.OPEN
        ? Optional.of(
            "traffic between the nodes is not encrypted, and anything that reaches a node's port"
                + " can join (dateline.security.unencrypted = accepted)")
        : Optional.empty();
  }
}
