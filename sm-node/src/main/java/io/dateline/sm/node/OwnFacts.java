package io.dateline.sm.node;

import io.dateline.sm.alive.Health;
import io.dateline.sm.cluster.MemberFacts;
import io.dateline.sm.config.Listener;
import io.dateline.sm.http.StatusBoard;
import io.dateline.sm.log.BuildId;
import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.replica.ReplicaStatus;
import java.util.Optional;
import java.util.function.Supplier;

/** What this node says of itself to the others, as of now. */
final class OwnFacts implements Supplier<MemberFacts> {
  private static final String STANDBY = "standby";

  private final StatusBoard board;
  private final String fabricPort;
  private final Optional<String> http;

  /**
   * Of a node.
   *
   * @param fabricPort name of its port into the fabric
   * @param http that it listens at
   */
  OwnFacts(StatusBoard board, String fabricPort, Listener http) {
    this.board = board;
    this.fabricPort = fabricPort;
    this.http =
        http.port() == 0
            ? Optional.empty()
            : Optional.of(
                "%s://%s:%d".formatted(http.tls() ? "https" : "http", http.host(), http.port()));
  }

  @Override
  public MemberFacts get() {
    Health health = board.health();
    Optional<ReplicaStatus> replica = board.replica();
    return new MemberFacts(
        board.manager().map(SubnetStatus::role).orElse(STANDBY),
        health.isReady(),
        health.isReady() ? null : health.reason(),
        fabricPort,
        http.orElse(null),
        BuildId.OWN.version(),
        BuildId.OWN.commit(),
        replica.map(ReplicaStatus::term).orElse(0L),
        replica.map(ReplicaStatus::generation).orElse(0L),
        replica.map(ReplicaStatus::state).orElse(null),
        replica.map(ReplicaStatus::lagEvents).orElse(-1L),
        replica.map(ReplicaStatus::lagMillis).orElse(0L));
  }
}
