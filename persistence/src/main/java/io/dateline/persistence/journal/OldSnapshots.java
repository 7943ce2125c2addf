package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Snapshots to begin with where the events before them were archived. */
public final class OldSnapshots {
  private static final String NEWEST_BY =
      """
      SELECT "sequence_number", "snapshot_ser_id", "snapshot_ser_manifest", "snapshot_payload"
      FROM "snapshot" WHERE "persistence_id" = ? AND "sequence_number" =
        (SELECT MAX("sequence_number") FROM "snapshot"
        WHERE "persistence_id" = ? AND "sequence_number" <= ?)""";

  private final JournalTables tables;
  private final Serialization serialization;

  /**
   * A state as it is stored.
   *
   * @param sequence number of the last event that is in it
   * @param stored as {@link Snapshots#fromStored} takes it
   */
  public record OldSnapshot(long sequence, Object stored) {}

  /** For the journal of a system that {@link JournalSetup} has configured. */
  public OldSnapshots(ActorSystem<?> system) {
    tables = new JournalTables(system);
    serialization = SerializationExtension.get(system.classicSystem());
  }

  /**
   * The last one of a persistence id that has no event after a number in it; empty when there is
   * none. Fails while the journal cannot be asked.
   */
  public CompletionStage<Optional<OldSnapshot>> newestBy(String persistenceId, long sequence) {
    return tables.ask(NEWEST_BY, this::snapshot, persistenceId, persistenceId, sequence);
  }

  private Optional<OldSnapshot> snapshot(ResultSet row) throws SQLException {
    return row.next()
        ? Optional.of(
            new OldSnapshot(
                row.getLong(1),
                serialization.deserialize(row.getBytes(4), row.getInt(2), row.getString(3)).get()))
        : Optional.empty();
  }
}
