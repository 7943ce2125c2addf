package io.dateline.persistence.lease;

import com.typesafe.config.Config;
import io.dateline.persistence.journal.JournalSetup;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;

/**
 * Which cluster there is. A name in the journal's database, which the members of the cluster that
 * bears it keep up; only where none does may a node found another cluster. A node that cannot reach
 * the others, for whatever reason, thereby never takes itself for the first.
 *
 * <p>It says which node may found a cluster, not which is master. So it costs a node nothing that
 * is a member already while the database is away.
 */
public final class ClusterClaim {
  private static final String NAME = "dateline-cluster";

  /** Without a sign of life for so long, by the database's clock, a cluster is no more. */
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Between two signs of life that nobody has to ask for. */
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final DatabaseThread thread;
  private final ScheduledFuture<?> signs;

  // Of the thread.
  private OptionalLong token = OptionalLong.empty(); // of the last grant
  private String kept = ""; // the cluster that was claimed last, while it is kept up

  /**
   * Does not connect before it is first asked.
   *
   * @param config of a journal that is open
   */
  public ClusterClaim(Config config) {
    this(config, INTERVAL);
  }

  ClusterClaim(Config config, Duration interval) {
    thread =
        new DatabaseThread(() -> JournalSetup.connect(config, PATIENCE), "dateline-cluster-claim");
    signs = thread.every(interval, this::keepUp);
  }

  /**
   * Founds {@code cluster} if there is none, and keeps it up if it is the one there is. Fails when
   * the database does not answer.
   *
   * <p>What was granted is kept up from then on by the thread itself. While a node starts on a busy
   * host its actors may not get to ask again for longer than the claim stands.
   *
   * @return false if there is another cluster
   */
  public CompletionStage<Boolean> claim(String cluster) {
    return thread.inTime(
        PATIENCE,
        () -> {
          token = thread.onConnection(table(cluster)::take);
          kept = token.isPresent() ? cluster : "";
          return token.isPresent();
        });
  }

  private void keepUp() {
    if (kept.isEmpty()) {
      return;
    }
    try {
      token = thread.onConnection(table(kept)::take);
      if (token.isEmpty()) {
        kept = ""; // whoever asks for it the next time is told
      }
    } catch (SQLException e) {
      // whoever asks for it is told; the next try may reach the database
    }
  }

  /** The cluster that there is, or was last; none before the first. */
  public CompletionStage<Optional<String>> cluster() {
    return thread.inTime(
        PATIENCE,
        () -> thread.onConnection(table("")::owner).filter(cluster -> !cluster.isEmpty()));
  }

  /**
   * There is no cluster any more: its last member says so before it leaves. It is not kept up any
   * more, by this node.
   */
  public CompletionStage<Boolean> giveUp(String cluster) {
    return thread.inTime(
        PATIENCE,
        () -> {
          kept = "";
          return token.isPresent()
              && thread.onConnection(open -> table(cluster).release(open, token.getAsLong()));
        });
  }

  /** Ends its thread. What it has claimed stays until it runs out. */
  public void close() {
    signs.cancel(false);
    thread.close();
  }

  private static LeaseTable table(String cluster) {
    return new LeaseTable(NAME, cluster, PERIOD);
  }
}
