package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletionStage;

/**
 * How far the journal has got, for one persistence id and one tag. Akka's queries deliver events
 * and do not tell where they end.
 */
public final class JournalHead {
  // Quoted as H2 needs it; PostgreSQL's own names are lower case, too.
  private static final String AFTER_SEQUENCE =
      """
      SELECT COUNT(*), MAX("sequence_number"), MIN("write_timestamp") FROM "event_journal"
      WHERE "persistence_id" = ? AND "sequence_number" > ?""";

  private static final String AFTER_ORDERING =
      """
      SELECT COUNT(*), MAX("ordering"), MIN("write_timestamp") FROM "event_tag"
      JOIN "event_journal" ON "ordering" = "event_id" WHERE "tag" = ? AND "event_id" > ?""";

  private static final String LAST_ORDERING =
      "SELECT 0, MAX(\"ordering\"), 0 FROM \"event_journal\"";

  private final JournalTables tables;
  private final String persistenceId;
  private final String tag;

  /**
   * A reader place.
   *
   * @param sequence sequence number of the last event of the persistence id that was read
   * @param ordering offset of the last event with the tag that was read
   */
  public record Place(long sequence, long ordering) {}

  /**
   * The journal's end, seen from a place.
   *
   * @param end where a reader is that has read everything
   * @param eventsAhead events between the place and the end
   * @param oldestMs when the oldest of those was written, ms since 1970 by its writer's clock; 0 if
   *     there is none
   */
  public record Distance(Place end, long eventsAhead, long oldestMs) {}

  private record Rest(long count, long last, long oldestMs) {}

  /** For the journal of a system that {@link JournalSetup} has configured. */
  public JournalHead(ActorSystem<?> system, String persistenceId, String tag) {
    tables = new JournalTables(system);
    this.persistenceId = persistenceId;
    this.tag = tag;
  }

  /** What lies between a place and the end; fails while the journal cannot be asked. */
  public CompletionStage<Distance> from(Place place) {
    return tables.ask(
        connection -> {
          Rest subnet = rest(connection, AFTER_SEQUENCE, persistenceId, place.sequence());
          Rest tagged = rest(connection, AFTER_ORDERING, tag, place.ordering());
          return new Distance(
              new Place(
                  Math.max(place.sequence(), subnet.last()),
                  Math.max(place.ordering(), tagged.last())),
              subnet.count() + tagged.count(),
              oldest(subnet, tagged));
        });
  }

  /** The number of the last event of all, 0 when there is none. */
  public CompletionStage<Long> lastOrdering() {
    return tables.ask(
        connection -> {
          try (PreparedStatement query = connection.prepareStatement(LAST_ORDERING)) {
            return rest(query).last();
          }
        });
  }

  private static long oldest(Rest a, Rest b) {
    if (a.count() == 0 || b.count() == 0) {
      return a.count() == 0 ? b.oldestMs() : a.oldestMs();
    }
    return Math.min(a.oldestMs(), b.oldestMs());
  }

  private static Rest rest(Connection connection, String sql, String of, long after)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, of);
      query.setLong(2, after);
      return rest(query);
    }
  }

  private static Rest rest(PreparedStatement query) throws SQLException {
    try (ResultSet result = query.executeQuery()) {
      result.next();
      return new Rest(result.getLong(1), result.getLong(2), result.getLong(3));
    }
  }
}
