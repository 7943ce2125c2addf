package io.dateline.persistence.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * How far a node has read the events of a subnet. The event's place tells it from all others of its
 * number: each life of a manager, and so each term, has a writer's name of its own.
 *
 * @param place of the last event that was read, and was in the journal some time later
 * @param term that had begun by then
 */
public record ReadMark(String persistenceId, JournalPlace place, long term) {
  private static final String BEGINNING = "dateline mark 1";
  private static final int LINES = 6;

  // Quoted as H2 needs it; PostgreSQL's own names are lower case, too.
  private static final String ENDS =
      "SELECT COALESCE(MIN(\"sequence_number\"), 0), COALESCE(MAX(\"sequence_number\"), 0)"
          + " FROM \"event_journal\" WHERE \"persistence_id\" = ?";
  private static final String THERE =
      "SELECT \"ordering\", \"writer\" FROM \"event_journal\""
          + " WHERE \"persistence_id\" = ? AND \"sequence_number\" = ?";

  /** As it stands in a file. */
  String text() {
    return String.join(
        "\n",
        BEGINNING,
        persistenceId,
        Long.toString(place.sequence()),
        Long.toString(place.ordering()),
        place.writer(),
        Long.toString(term),
        "");
  }

  /**
   * What {@link #text} has written.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static ReadMark parse(String text) {
    List<String> lines = text.lines().toList();
    if (lines.size() != LINES || !lines.get(0).equals(BEGINNING)) {
      throw new IllegalArgumentException("is no mark");
    }
    return new ReadMark(
        lines.get(1),
        new JournalPlace(Long.parseLong(lines.get(2)), Long.parseLong(lines.get(3)), lines.get(4)),
        Long.parseLong(lines.get(5)));
  }

  /**
   * What the journal has instead of the marked event; nothing if it has it, or had it: old events
   * may be removed, from the first one on. Where one is missing between others, the journal went
   * back, and has been written to since.
   */
  Optional<JournalWentBack> missedIn(Connection connection) throws SQLException {
    Range there =
        JournalTables.read(
            connection,
            ENDS,
            row -> {
              row.next();
              return new Range(row.getLong(1), row.getLong(2));
            },
            persistenceId);
    if (there.last < place.sequence()) {
      return missed("the journal ends at event " + there.last);
    }
    return JournalTables.read(
        connection,
        THERE,
        row -> {
          if (!row.next()) {
            return there.first < place.sequence()
                ? missed("the journal lacks that event and has later ones")
                : Optional.empty();
          }
          return row.getLong(1) != place.ordering() || !place.writer().equals(row.getString(2))
              ? missed("the journal has another event " + place.sequence() + " there")
              : Optional.empty();
        },
        persistenceId,
        place.sequence());
  }

  /** Numbers of the first and the last event, 0 where there is none. */
  private record Range(long first, long last) {}

  private Optional<JournalWentBack> missed(String found) {
    return Optional.of(JournalWentBack.of(this, found));
  }

  /** The same by what a state was recovered to, without asking the journal. */
  public Optional<JournalWentBack> missedBy(String id, long sequence, long stateTerm) {
    return id.equals(persistenceId) && (sequence < place.sequence() || stateTerm < term)
        ? Optional.of(
            JournalWentBack.of(
                this, "the journal ends at event %d (term %d)".formatted(sequence, stateTerm)))
        : Optional.empty();
  }
}
