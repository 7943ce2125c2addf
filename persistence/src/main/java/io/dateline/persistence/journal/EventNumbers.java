package io.dateline.persistence.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbers by which H2 orders events as they come. It takes them from a reserve, and writes a
 * new reserve down after others may already use it: if the power goes in between, it would give
 * numbers once more. An event could not be written then, or would be behind what readers have read.
 */
final class EventNumbers {
  private static final Logger LOG = LoggerFactory.getLogger(EventNumbers.class);
  private static final String NEXT =
      "SELECT IDENTITY_BASE FROM INFORMATION_SCHEMA.COLUMNS"
          + " WHERE TABLE_NAME = 'event_journal' AND COLUMN_NAME = 'ordering'";

  private EventNumbers() {}

  /**
   * Has the next event come after all that there are.
   *
   * @param administrator of the H2 database, before others use it
   */
  static void putAhead(Connection administrator) throws SQLException {
    long next = JournalTables.number(administrator, NEXT);
    long last = JournalHead.last(administrator);
    if (next <= last) {
      LOG.info("The journal's next event would have had number {}, after {}", next, last);
      try (Statement statement = administrator.createStatement()) {
        statement.execute(
            "ALTER TABLE \"event_journal\" ALTER COLUMN \"ordering\" RESTART WITH " + (last + 1));
      }
    }
  }
}
