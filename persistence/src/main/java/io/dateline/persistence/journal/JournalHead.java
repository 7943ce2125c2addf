package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * How far the journal has got, and of whom it has events. Answers fail while the journal cannot be
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
        connection -> {
          try (PreparedStatement query = connection.prepareStatement(AFTER)) {
            query.setLong(1, ordering);
            try (ResultSet result = query.executeQuery()) {
              result.next();
              return new Distance(result.getLong(1), result.getLong(2), result.getLong(3));
            }
          }
        });
  }

  /** What the journal holds. */
  public CompletionStage<Contents> contents() {
    return tables.ask(
        connection -> {
          try (PreparedStatement last = connection.prepareStatement(LAST);
              ResultSet number = last.executeQuery()) {
            number.next();
            try (PreparedStatement ids = connection.prepareStatement(IDS);
                ResultSet id = ids.executeQuery()) {
              List<String> persistenceIds = new ArrayList<>();
              while (id.next()) {
                persistenceIds.add(id.getString(1));
              }
              return new Contents(number.getLong(1), persistenceIds);
            }
          }
        });
  }
}
