package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import io.dateline.persistence.codec.KryoEventSerializer;
import io.dateline.persistence.event.Journaled;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Finds events of one persistence id by number, time or type, and those of others by tag, without
 * reading what they say. All answers fail while the journal cannot be asked.
 */
public final class JournalIndex {
  private static final String NEWEST = find("MAX", "TRUE");
  private static final String OLDEST = find("MIN", "TRUE");
  private static final String NUMBERED = find("MAX", "\"sequence_number\" = ?");
  private static final String AT =
      """
      SELECT "sequence_number", "ordering", "write_timestamp" FROM "event_journal"
      WHERE "persistence_id" = ? AND "sequence_number" = ? AND "ordering" = ? AND "writer" = ?""";
  private static final String NEWEST_BY = find("MAX", "\"write_timestamp\" <= ?");
  private static final String OLDEST_SINCE = find("MIN", "\"write_timestamp\" >= ?");
  private static final String NEWEST_OF_TYPE =
      find("MAX", "\"sequence_number\" <= ? AND \"event_ser_manifest\" LIKE ?");
  private static final String TAGGED =
      """
      SELECT "persistence_id", "sequence_number" FROM "event_tag"
      JOIN "event_journal" ON "ordering" = "event_id"
      WHERE "tag" = ? AND "event_id" >= ? AND "event_id" < ? ORDER BY "event_id\"""";

  private final JournalTables tables;
  private final String persistenceId;

  /**
   * Where an event stands.
   *
   * @param number its sequence number, from 1 on
   * @param ordering its place among the events of all persistence ids
   * @param writtenMs when it was written, ms since 1970 by its writer's clock
   */
  public record Entry(long number, long ordering, long writtenMs) {}

  /**
   * An event of any persistence id.
   *
   * @param number its sequence number
   */
  public record Tagged(String persistenceId, long number) {}

  /** For the journal of a system that {@link JournalSetup} has configured. */
  public JournalIndex(ActorSystem<?> system, String persistenceId) {
    tables = new JournalTables(system);
    this.persistenceId = persistenceId;
  }

  /** The last event; empty when there is none. */
  public CompletionStage<Optional<Entry>> newest() {
    return ask(NEWEST);
  }

  /** The first event that is not archived; empty when there is none. */
  public CompletionStage<Optional<Entry>> oldest() {
    return ask(OLDEST);
  }

  /** The event of a number; empty when there is none. */
  public CompletionStage<Optional<Entry>> numbered(long number) {
    return ask(NUMBERED, number);
  }

  /** The event of a place; empty when there is none, or another one. */
  public CompletionStage<Optional<Entry>> at(JournalPlace place) {
    return tables.ask(
        AT, JournalIndex::entry, persistenceId, place.sequence(), place.ordering(), place.writer());
  }

  /** The last event that was written at a time or before; empty when there is none. */
  public CompletionStage<Optional<Entry>> newestBy(long ms) {
    return ask(NEWEST_BY, ms);
  }

  /** The first event that was written at a time or after; empty when there is none. */
  public CompletionStage<Optional<Entry>> oldestSince(long ms) {
    return ask(OLDEST_SINCE, ms);
  }

  /** The last event of a type that has a number or a smaller one; empty when there is none. */
  public CompletionStage<Optional<Entry>> newestOf(Class<? extends Journaled> type, long number) {
    return ask(NEWEST_OF_TYPE, number, KryoEventSerializer.nameOf(type) + ":%");
  }

  /**
   * Events with a tag, whosoever they are, in their order in the journal.
   *
   * @param first place among the events of all persistence ids
   * @param end the first place behind
   */
  public CompletionStage<List<Tagged>> tagged(String tag, long first, long end) {
    return tables.ask(
        TAGGED,
        row -> {
          List<Tagged> found = new ArrayList<>();
          while (row.next()) {
            found.add(new Tagged(row.getString(1), row.getLong(2)));
          }
          return found;
        },
        tag,
        first,
        end);
  }

  /**
   * Quoted as H2 needs it; PostgreSQL's own names are lower case, too. Without ORDER BY and LIMIT:
   * for these H2 reads all rows, payloads included, and sorts them.
   */
  private static String find(String edge, String condition) {
    return """
        SELECT "sequence_number", "ordering", "write_timestamp" FROM "event_journal"
        WHERE "persistence_id" = ? AND "sequence_number" =
          (SELECT %s("sequence_number") FROM "event_journal" WHERE "persistence_id" = ? AND %s)"""
        .formatted(edge, condition);
  }

  private CompletionStage<Optional<Entry>> ask(String sql, Object... parameters) {
    return tables.ask(
        sql,
        JournalIndex::entry,
        Stream.concat(Stream.of(persistenceId, persistenceId), Stream.of(parameters)).toArray());
  }

  private static Optional<Entry> entry(ResultSet row) throws SQLException {
    return row.next()
        ? Optional.of(new Entry(row.getLong(1), row.getLong(2), row.getLong(3)))
        : Optional.empty();
  }
}
