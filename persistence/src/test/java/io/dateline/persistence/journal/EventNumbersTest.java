package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventNumbersTest {
  private Connection journal;

  @BeforeEach
  void open() throws SQLException {
    journal = DriverManager.getConnection("jdbc:h2:mem:");
    JournalSetup.createSchema(journal, Backend.H2, Optional.empty());
    journal.setAutoCommit(true);
  }

  @AfterEach
  void close() throws SQLException {
    journal.close();
  }

  /** Returns its place. */
  private long write(int sequence) throws SQLException {
    try (Statement statement = journal.createStatement()) {
      statement.execute(
          "INSERT INTO \"event_journal\" (\"persistence_id\", \"sequence_number\", \"writer\","
              + " \"write_timestamp\", \"adapter_manifest\", \"event_ser_id\","
              + " \"event_ser_manifest\", \"event_payload\")"
              + " VALUES ('id', %d, '', 0, '', 1, '', X'00')".formatted(sequence));
      try (ResultSet row =
          statement.executeQuery("SELECT MAX(\"ordering\") FROM \"event_journal\"")) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  @Test
  void shouldPutEventsBehindThoseThatAreThere() throws SQLException {
    write(1);
    long last = write(2);
    try (Statement statement = journal.createStatement()) {
      // As after a power failure that came before the reserve was written down.
      statement.execute("ALTER TABLE \"event_journal\" ALTER COLUMN \"ordering\" RESTART WITH 1");
    }
    EventNumbers.putAhead(journal);
    assertThat(write(3)).isEqualTo(last + 1);
  }

  @Test
  void shouldLeaveNumbersThatAreAhead() throws SQLException {
    EventNumbers.putAhead(journal);
    assertThat(write(1)).isEqualTo(1);
    EventNumbers.putAhead(journal);
    assertThat(write(2)).isEqualTo(2);
  }
}
