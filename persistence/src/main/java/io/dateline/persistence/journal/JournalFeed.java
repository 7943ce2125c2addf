package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * What is new in the journal, from a place on, for a caller that asks again and again. Akka's live
 * queries bring the same; but they look at a pace of their own, so that no caller can be told that
 * it has all there is without waiting for several of their rounds, and they look once for every
 * kind of event, which makes most of the work of a node that stands by.
 *
 * <p>Events get their numbers before they are committed, so one may become visible after another
 * with a higher number. It is delivered then. The events of one persistence id always come in order
 * and without gaps: each is committed before the next is written.
 *
 * <p>One question at a time.
 */
public final class JournalFeed {
  /**
   * An event.
   *
   * @param place where it stands among those of its persistence id, and in the journal
   */
  public record Item(String persistenceId, JournalPlace place, Object event) {
    /** Its number among those of its persistence id, from 1 on. */
    public long sequence() {
      return place.sequence();
    }
  }

  /**
   * What was new.
   *
   * @param items in an order in which they may be applied
   * @param end the highest number that was read
   * @param isAll whether there was no more when this was read
   */
  public record News(List<Item> items, long end, boolean isAll) {}

  /** A row that is still as it was stored. */
  private record Row(
      String id, JournalPlace place, int serializer, String manifest, byte[] payload) {}

  private static final int ROWS_MAX = 1000;

  /** No transaction stays open for so long: see idle-transaction-timeout. */
  private static final Duration TRANSACTION_MAX = Duration.ofSeconds(10);

  private static final String COLUMNS =
      """
      SELECT "ordering", "deleted", "persistence_id", "sequence_number",
      "event_ser_id", "event_ser_manifest", "event_payload", "writer" FROM "event_journal"
      """;
  private static final String NEW_ROWS =
      COLUMNS + "WHERE \"ordering\" > ? ORDER BY \"ordering\" LIMIT " + ROWS_MAX;
  private static final String ONE_ROW = COLUMNS + "WHERE \"ordering\" = ?";
  private static final String NUMBERS =
      "SELECT \"ordering\" FROM \"event_journal\" WHERE \"ordering\" BETWEEN ? AND ?";

  private final JournalTables tables;
  private final UnknownEvents unknown;
  private final Serialization serialization;
  private final Predicate<String> wanted;
  private final LongSupplier clock; // ns
  private final MissingNumbers missing;

  /**
   * For the journal of a system that {@link JournalSetup} has configured.
   *
   * @param after the number behind which to begin
   * @param wanted persistence ids; events of others are passed over
   */
  public JournalFeed(ActorSystem<?> system, long after, Predicate<String> wanted) {
    this(system, after, wanted, System::nanoTime);
  }

  JournalFeed(ActorSystem<?> system, long after, Predicate<String> wanted, LongSupplier clock) {
    tables = new JournalTables(system);
    unknown = new UnknownEvents(system);
    serialization = SerializationExtension.get(system.classicSystem());
    this.wanted = wanted;
    this.clock = clock;
    missing = new MissingNumbers(after);
  }

  /**
   * What has come since the last answer. Fails when the journal cannot be asked, or an event cannot
   * be read; the next question is the same again then.
   */
  public CompletionStage<News> next() {
    return tables.ask(this::next);
  }

  /** The first event that {@link #next} would bring and this version does not know. */
  public CompletionStage<Optional<String>> firstUnknown() {
    return unknown.after(missing.isEmpty() ? missing.end() : missing.first() - 1, wanted);
  }

  private News next(Connection connection) throws SQLException {
    long asked = clock.getAsLong(); // what is missed for long was looked for since
    List<Row> rows = new ArrayList<>();
    List<Long> numbers =
        JournalTables.read(connection, NEW_ROWS, result -> read(result, rows), missing.end());
    // After the new rows: so that what an entity wrote before one of those is visible here.
    List<Long> late = late(connection);
    for (long number : late) {
      JournalTables.read(connection, ONE_ROW, result -> read(result, rows), number);
    }
    List<Item> items =
        rows.stream()
            .sorted(Comparator.comparingLong(row -> row.place.ordering()))
            .map(row -> new Item(row.id, row.place, deserialized(row)))
            .toList();
    remember(numbers, late, asked);
    return new News(items, missing.end(), numbers.size() < ROWS_MAX);
  }

  /** Adds those that are wanted; returns the numbers of all. */
  private List<Long> read(ResultSet result, List<Row> rows) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    while (result.next()) {
      numbers.add(result.getLong(1));
      String id = result.getString(3);
      if (!result.getBoolean(2) && wanted.test(id)) {
        rows.add(
            new Row(
                id,
                new JournalPlace(result.getLong(4), result.getLong(1), result.getString(8)),
                result.getInt(5),
                result.getString(6),
                result.getBytes(7)));
      }
    }
    return numbers;
  }

  private List<Long> late(Connection connection) throws SQLException {
    return missing.isEmpty()
        ? List.of()
        : JournalTables.read(
            connection, NUMBERS, this::missingAmong, missing.first(), missing.last());
  }

  private List<Long> missingAmong(ResultSet numbers) throws SQLException {
    List<Long> late = new ArrayList<>();
    while (numbers.next()) {
      if (missing.contains(numbers.getLong(1))) {
        late.add(numbers.getLong(1));
      }
    }
    return late;
  }

  private Object deserialized(Row row) {
    return serialization.deserialize(row.payload, row.serializer, row.manifest).get();
  }

  /** Only what could be read counts as seen. */
  private void remember(List<Long> numbers, List<Long> late, long asked) {
    late.forEach(missing::found);
    missing.giveUp(asked - TRANSACTION_MAX.toNanos());
    long now = clock.getAsLong();
    numbers.forEach(number -> missing.reach(number, now));
  }
}
