package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdleTransactionsTest {
  @TempDir private Path folder;

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first one is never heard of again; the second has to wait for its end, and writes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO dateline_lease VALUES ('a', '', 0, 0)",
        "DELETE FROM dateline_lease WHERE lease_name = 'none'"
      })
  void shouldEndWhatItsClientLeavesAlone(String first) throws Exception {
    Config config =
        ConfigFactory.parseString("dateline.persistence.idle-transaction-timeout = 100ms")
            .withFallback(ConfigFactory.load());
    try (H2Server server = H2Server.start(folder, "127.0.0.1", H2Server.ANY_PORT, config);
        Connection paused =
            DriverManager.getConnection(server.url(), "dateline", server.password());
        Connection other =
            DriverManager.getConnection(server.url(), "dateline", server.password())) {
      paused.setAutoCommit(false);
      execute(paused, first);
      execute(other, "INSERT INTO dateline_lease VALUES ('b', '', 0, 0)");
      assertThat(JournalTables.number(other, "SELECT COUNT(*) FROM dateline_lease")).isOne();
    }
  }
}
