package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import io.dateline.persistence.codec.KryoEventSerializer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Finds the first event of a kind that this version of the program does not know. A recovery or a
 * query that fails at it does not tell which one it was. Answers fail while the journal cannot be
 * asked.
 */
public final class UnknownEvents {
  private static final String COLUMNS =
      "SELECT \"ordering\", \"persistence_id\", \"sequence_number\", \"event_ser_id\","
          + " \"event_ser_manifest\" FROM \"event_journal\"";
  private static final String OF_ID =
      COLUMNS + " WHERE \"persistence_id\" = ? AND \"sequence_number\" > ?";
  private static final String AFTER = COLUMNS + " WHERE \"ordering\" > ?";

  private final JournalTables tables;

  /** For the journal of a system that {@link JournalSetup} has configured. */
  public UnknownEvents(ActorSystem<?> system) {
    tables = new JournalTables(system);
  }

  /** The first one of a persistence id behind a sequence number, as a message names it. */
  public CompletionStage<Optional<String>> of(String persistenceId, long afterSequence) {
    return tables.ask(OF_ID, row -> first(row, id -> true), persistenceId, afterSequence);
  }

  /** The first one of wanted persistence ids behind an ordering, as a message names it. */
  CompletionStage<Optional<String>> after(long ordering, Predicate<String> wanted) {
    return tables.ask(AFTER, row -> first(row, wanted), ordering);
  }

  /** Not ordered: for that H2 would sort the rows with their payloads. */
  private static Optional<String> first(ResultSet row, Predicate<String> wanted)
      throws SQLException {
    long first = Long.MAX_VALUE;
    String name = null;
    while (row.next()) {
      if (row.getLong(1) < first
          && wanted.test(row.getString(2))
          && !KryoEventSerializer.knows(row.getInt(4), row.getString(5))) {
        first = row.getLong(1);
        name = "event %d of %s".formatted(row.getLong(3), row.getString(2));
      }
    }
    return Optional.ofNullable(name);
  }
}
