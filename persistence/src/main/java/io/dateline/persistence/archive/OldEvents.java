package io.dateline.persistence.archive;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events that no recovery needs: before the oldest snapshot that is kept of their persistence id,
 * and all older than some time. Of each persistence id they are its first ones.
 */
final class OldEvents {
  /** A statement holds so many of up to 64 KB. */
  static final int PAGE = 256;

  // Quoted as H2 needs it; PostgreSQL's own names are lower case, too.
  private static final String SNAPSHOTS =
      "SELECT \"persistence_id\", MIN(\"sequence_number\") FROM \"snapshot\""
          + " GROUP BY \"persistence_id\" ORDER BY \"persistence_id\"";
  private static final String FIRST =
      "SELECT MIN(\"sequence_number\") FROM \"event_journal\" WHERE \"persistence_id\" = ?";
  private static final String FIRST_SINCE =
      FIRST + " AND \"write_timestamp\" >= ? AND \"sequence_number\" < ?";
  private static final String RANGE =
      " WHERE \"persistence_id\" = ? AND \"sequence_number\" BETWEEN ? AND ?";
  private static final String ROWS =
      "SELECT \"ordering\", \"sequence_number\", \"writer\", \"write_timestamp\","
          + " \"event_ser_id\", \"event_ser_manifest\", \"event_payload\" FROM \"event_journal\""
          + RANGE;
  private static final String TAGS =
      "SELECT \"event_id\", \"tag\" FROM \"event_tag\" JOIN \"event_journal\""
          + " ON \"ordering\" = \"event_id\""
          + RANGE;
  private static final String DELETE = "DELETE FROM \"event_journal\"" + RANGE;

  private final Connection connection;

  OldEvents(Connection connection) {
    this.connection = connection;
  }

  /** Events of a persistence id, from the first number to the last. */
  record Range(String persistenceId, long first, long last) {
    long count() {
      return last - first + 1;
    }

    /** In parts of a page each. */
    List<Range> pages() {
      List<Range> pages = new ArrayList<>();
      for (long from = first; from <= last; from += PAGE) {
        pages.add(new Range(persistenceId, from, Math.min(last, from + PAGE - 1)));
      }
      return pages;
    }
  }

  /**
   * Those that were written before a time, no more than a number of them.
   *
   * @param before ms since 1970
   */
  List<Range> before(long before, long max) throws SQLException {
    Map<String, Long> kept = new HashMap<>();
    try (PreparedStatement query = connection.prepareStatement(SNAPSHOTS);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        kept.put(rows.getString(1), rows.getLong(2));
      }
    }
    List<Range> ranges = new ArrayList<>();
    long left = max;
    for (Map.Entry<String, Long> entry : kept.entrySet()) {
      String id = entry.getKey();
      Long first = number(FIRST, id);
      if (first == null || first >= entry.getValue() || left <= 0) {
        continue;
      }
      Long young = number(FIRST_SINCE, id, before, entry.getValue());
      long end = young == null ? entry.getValue() : young;
      if (end > first) {
        Range range = new Range(id, first, Math.min(end - 1, first + left - 1));
        ranges.add(range);
        left -= range.count();
      }
    }
    ranges.sort(Comparator.comparing(Range::persistenceId));
    return ranges;
  }

  /** Null where there is none. */
  private Long number(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        query.setObject(1 + i, parameters[i]);
      }
      try (ResultSet row = query.executeQuery()) {
        row.next();
        long number = row.getLong(1);
        return row.wasNull() ? null : number;
      }
    }
  }

  private PreparedStatement prepare(String sql, Range range) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setString(1, range.persistenceId());
    statement.setLong(2, range.first());
    statement.setLong(3, range.last());
    return statement;
  }

  /** Those of one page, in their order. */
  List<ArchivedEvent> read(Range page) throws SQLException {
    Map<Long, List<String>> tags = new HashMap<>();
    try (PreparedStatement query = prepare(TAGS, page);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        tags.computeIfAbsent(rows.getLong(1), ordering -> new ArrayList<>()).add(rows.getString(2));
      }
    }
    List<ArchivedEvent> events = new ArrayList<>();
    try (PreparedStatement query = prepare(ROWS, page);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        events.add(
            new ArchivedEvent(
                rows.getLong(1),
                page.persistenceId(),
                rows.getLong(2),
                rows.getString(3),
                rows.getLong(4),
                rows.getInt(5),
                rows.getString(6),
                tags.getOrDefault(rows.getLong(1), List.of()),
                rows.getBytes(7)));
      }
    }
    // ORDER BY would have H2 read and sort all rows of the journal.
    events.sort(Comparator.comparingLong(ArchivedEvent::sequence));
    return events;
  }

  /** Tags go with their events. */
  int delete(Range page) throws SQLException {
    try (PreparedStatement delete = prepare(DELETE, page)) {
      return delete.executeUpdate();
    }
  }

  /**
   * Removes nothing.
   *
   * @throws SQLException if this user may not remove events
   */
  void tryToDelete() throws SQLException {
    delete(new Range("", 0, -1));
  }
}
