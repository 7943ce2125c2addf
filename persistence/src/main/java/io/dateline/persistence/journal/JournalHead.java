package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * How far the journal has got, and what it has events of. Answers fail while the journal cannot be
 * asked.
 */
public final class JournalHead {
  // Quoted as H2 needs it; PostgreSQL's own names are lower case, too.
  private static final String AFTER =
      """
      SELECT COUNT(*), MIN("write_timestamp"),
      (SELECT MAX("ordering") FROM "event_journal") FROM "event_journal" WHERE "ordering" > ?""";
  private static final String LAST = "SELECT MAX(\"ordering\") FROM \"event_journal\"";
  private static final String IDS = "SELECT DISTINCT \"persistence_id\" FROM \"event_journal\"";

  private final JournalTables tables;

  /**
   * The journal's end, seen from a place.
   *
   * @param events between the place and the end
   * @param oldestMs when the oldest of those was written, ms since 1970 by its writer's clock; 0 if
   *     there is none
   * @param last number of the last event of all; before the place in a journal that is older than
   *     the one that was read
   */
  public record Distance(long events, long oldestMs, long last) {}

  /**
   * What there is.
   *
   * @param last number of the last event of all, 0 when there is none
   * @param persistenceIds of all events up to that one, and perhaps of later ones
   */
  public record Contents(long last, List<String> persistenceIds) {}

  /** For the journal of a system that {@link JournalSetup} has configured. */
  public JournalHead(ActorSystem<?> system) {
    tables = new JournalTables(system);
  }

  /** What lies behind an event's number. */
  public CompletionStage<Distance> from(long ordering) {
    return tables.ask(
        AFTER,
        row -> {
          row.next();
          return new Distance(row.getLong(1), row.getLong(2), row.getLong(3));
        },
        ordering);
  }

  /** What the journal holds. */
  public CompletionStage<Contents> contents() {
    return tables.ask(
        connection -> {
          long last = last(connection); // before the ids: no event up to it lacks its own
          return new Contents(last, JournalTables.texts(connection, IDS));
        });
  }

  /** Number of the last event of all, 0 when there is none. */
  static long last(Connection connection) throws SQLException {
    return JournalTables.number(connection, LAST);
  }
}
