package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.persistence.SelectedSnapshot;
import akka.persistence.SnapshotMetadata;
import akka.persistence.SnapshotSelectionCriteria;
import akka.persistence.jdbc.snapshot.JdbcSnapshotStore;
import com.typesafe.config.Config;
import io.dateline.persistence.journal.FollowedStates.Followed;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import scala.Option;
import scala.concurrent.Future;
import scala.jdk.javaapi.FutureConverters;

/**
 * The snapshots in the journal's database; but a state that this node has followed the journal to
 * serves as the newest one. It is believed if the journal holds its very last event: one that was
 * put back from a copy may end before it, or go on with other events of the same numbers.
 */
public final class FollowedSnapshotStore extends JdbcSnapshotStore {
  private final ActorSystem<?> system = Adapter.toTyped(context().system());
  private final FollowedStates states = FollowedStates.get(system);

  /** Made by Akka. */
  public FollowedSnapshotStore(Config config) {
    super(config);
  }

  @Override
  public Future<Option<SelectedSnapshot>> loadAsync(
      String persistenceId, SnapshotSelectionCriteria criteria) {
    return states
        .of(persistenceId)
        .filter(followed -> followed.last().sequence() <= criteria.maxSequenceNr())
        .map(followed -> FutureConverters.asScala(followed(persistenceId, criteria, followed)))
        .orElseGet(() -> super.loadAsync(persistenceId, criteria));
  }

  private CompletionStage<Option<SelectedSnapshot>> followed(
      String persistenceId, SnapshotSelectionCriteria criteria, Followed followed) {
    return new JournalIndex(system, persistenceId)
        .at(followed.last())
        .thenCompose(
            last ->
                last.map(event -> selected(persistenceId, event, followed))
                    .orElseGet(
                        () -> FutureConverters.asJava(super.loadAsync(persistenceId, criteria))));
  }

  private static CompletionStage<Option<SelectedSnapshot>> selected(
      String persistenceId, JournalIndex.Entry last, Followed followed) {
    return CompletableFuture.completedStage(
        Option.apply(
            SelectedSnapshot.create(
                SnapshotMetadata.apply(persistenceId, last.number(), last.writtenMs()), followed)));
  }
}
