package io.dateline.persistence.lease;

import com.typesafe.config.Config;
import io.dateline.persistence.journal.JournalSetup;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

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

  private final DatabaseThread thread;
  private OptionalLong token = OptionalLong.empty(); // of the last grant; of the thread

  /**
   * Does not connect before it is first asked.
   *
   * @param config of a journal that is open
   */
  public ClusterClaim(Config config) {
    thread =
        new DatabaseThread(() -> JournalSetup.connect(config, PATIENCE), "dateline-cluster-claim");
  }

  /**
   * Founds {@code cluster} if there is none, and keeps it up if it is the one there is. Fails when
   * the database does not answer.
   *
   * @return false if there is another cluster
   */
  public CompletionStage<Boolean> claim(String cluster) {
    return thread.inTime(
        PATIENCE,
        () -> {
          token = thread.onConnection(table(cluster)::take);
          return token.isPresent();
        });
  }

  /** The cluster that there is, or was last; none before the first. */
  public CompletionStage<Optional<String>> cluster() {
    return thread.inTime(
        PATIENCE,
        () -> thread.onConnection(table("")::owner).filter(cluster -> !cluster.isEmpty()));
  }

  /** There is no cluster any more: its last member says so before it leaves. */
  public CompletionStage<Boolean> giveUp(String cluster) {
    return thread.inTime(
        PATIENCE,
        () ->
            token.isPresent()
                && thread.onConnection(open -> table(cluster).release(open, token.getAsLong())));
  }

  /** Ends its thread. What it has claimed stays until it runs out. */
  public void close() {
    thread.close();
  }

  private static LeaseTable table(String cluster) {
    return new LeaseTable(NAME, cluster, PERIOD);
  }
}
