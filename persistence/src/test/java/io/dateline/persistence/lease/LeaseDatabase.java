package io.dateline.persistence.lease;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalSetup;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;

/** A journal's database in memory, where time passes by moving the expiry of leases back. */
final class LeaseDatabase implements AutoCloseable {
  private final Journal journal;
  private final Connection connection;

  LeaseDatabase(Path folder) throws SQLException {
    journal =
        JournalSetup.open(
            ConfigFactory.parseMap(
                    Map.of(
                        "dateline.persistence.h2.url",
                        "jdbc:h2:mem:lease" + System.nanoTime() + ";DB_CLOSE_DELAY=-1"))
                .withFallback(ConfigFactory.load()),
            folder);
    connection = connect();
  }

  Config config() {
    return journal.config();
  }

  /** One that is there as long as the database is. */
  Connection connection() {
    return connection;
  }

  /** Another one. */
  Connection connect() throws SQLException {
    return JournalSetup.connect(config());
  }

  /** Whatever is held is held no longer. */
  void letItRunOut() throws SQLException {
    execute("UPDATE dateline_lease SET expires_ms = 1");
  }

  /** Its clock is set back, so that what is held seems to be held for much longer. */
  void setClockBack(Duration by) throws SQLException {
    execute("UPDATE dateline_lease SET expires_ms = expires_ms + " + by.toMillis());
  }

  /** When the lease that runs out last does, ms since 1970. */
  long lastExpiryMs() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet last = statement.executeQuery("SELECT MAX(expires_ms) FROM dateline_lease")) {
      last.next();
      return last.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    execute("SHUTDOWN");
    journal.close();
  }
}
