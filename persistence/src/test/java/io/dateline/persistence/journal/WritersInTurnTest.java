package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.api.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WritersInTurnTest {
  private static final String EVENT =
      "INSERT INTO \"event_journal\" (\"persistence_id\", \"sequence_number\", \"writer\","
          + " \"write_timestamp\", \"adapter_manifest\", \"event_ser_id\","
          + " \"event_ser_manifest\", \"event_payload\") VALUES ('id', %d, '', 0, '', 1, '', X'00')";
  private static final String LEASE = "INSERT INTO dateline_lease VALUES ('a', '', 0, 0)";

  @TempDir private Path directory;

  private static Connection writer(Journal journal) throws SQLException {
    Connection connection = JournalSetup.connect(journal.config());
    connection.setAutoCommit(false);
    return connection;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void assertWaits(Connection first, Connection second, String sql)
      throws SQLException {
    execute(second, "SET LOCK_TIMEOUT 1");
    assertThatThrownBy(() -> execute(second, sql))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getErrorCode()).isEqualTo(ErrorCode.LOCK_TIMEOUT_1));
    first.commit();
    execute(second, sql);
    second.commit();
    execute(first, "DELETE FROM \"snapshot\" WHERE \"persistence_id\" = 'none'");
    first.commit();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO \"event_tag\" VALUES (1, 'x')",
        "INSERT INTO \"snapshot\" VALUES ('x', 1, 0, 0, '', X'00', NULL, NULL, NULL)",
        "UPDATE \"event_journal\" SET \"deleted\" = TRUE WHERE \"persistence_id\" = 'none'",
        "DELETE FROM \"snapshot\" WHERE \"persistence_id\" = 'none'",
        LEASE
      })
  void shouldLetTheSecondWaitUntilTheFirstHasCommitted(String sql) throws SQLException {
    try (Journal journal = JournalSetup.open(ConfigFactory.load(), directory);
        Connection first = writer(journal);
        Connection second = writer(journal)) {
      execute(first, EVENT.formatted(1));
      first.commit();
      execute(first, EVENT.formatted(2));
      assertWaits(first, second, sql);
    }
  }

  /** As one of a version that let all write at once. */
  @Test
  void shouldBeInAJournalThatIsThereAlready() throws SQLException {
    try (Journal journal = JournalSetup.open(ConfigFactory.load(), directory);
        Connection connection = JournalSetup.connect(journal.config())) {
      for (String drop :
          JournalTables.texts(
              connection,
              "SELECT 'DROP TRIGGER IF EXISTS \"' || TRIGGER_NAME || '\"' FROM INFORMATION_SCHEMA.TRIGGERS")) {
        execute(connection, drop);
      }
      execute(connection, "DROP TABLE DATELINE_WRITER");
      execute(connection, EVENT.formatted(1));
    }
    try (Journal journal = JournalSetup.open(ConfigFactory.load(), directory);
        Connection first = writer(journal);
        Connection second = writer(journal)) {
      execute(first, EVENT.formatted(2));
      assertWaits(first, second, LEASE);
    }
  }

  @Test
  void shouldLetReadersRead() throws SQLException {
    try (Journal journal = JournalSetup.open(ConfigFactory.load(), directory);
        Connection first = writer(journal);
        Connection reader = writer(journal)) {
      execute(first, EVENT.formatted(1));
      execute(reader, "SET LOCK_TIMEOUT 1");
      assertThat(JournalTables.number(reader, "SELECT COUNT(*) FROM \"event_journal\"")).isZero();
      first.commit();
      assertThat(JournalTables.number(reader, "SELECT COUNT(*) FROM \"event_journal\"")).isOne();
    }
  }
}
