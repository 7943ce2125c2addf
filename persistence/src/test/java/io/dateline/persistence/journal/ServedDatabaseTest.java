package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.h2.api.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What those that connect to a served journal may do. */
class ServedDatabaseTest {
  private static final String USER = "dateline";

  /** What a stranger could have left in a journal. */
  public static final class Vandal implements Trigger {
    @Override
    public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
      throw new SQLException("nothing is written here");
    }
  }

  @TempDir private Path temporary;

  private Path directory() {
    return temporary.resolve("served");
  }

  private H2Server serve() {
    return H2Server.start(directory(), "127.0.0.1", H2Server.ANY_PORT, ConfigFactory.load());
  }

  private Config node(H2Server server) {
    return ConfigFactory.parseMap(server.settings()).withFallback(ConfigFactory.load());
  }

  private static void write(Journal journal, String lease) throws SQLException {
    try (Connection connection = JournalSetup.connect(journal.config());
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO dateline_lease VALUES ('%s', '', 0, 0)".formatted(lease));
    }
  }

  private static int rows(Journal journal) throws SQLException {
    try (Connection connection = JournalSetup.connect(journal.config());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM dateline_lease")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void shouldMakeAPasswordThatOnlyItsOwnerReads() throws Exception {
    try (H2Server server = serve()) {
      Path file = server.passwordFile().orElseThrow();
      assertThat(Files.readString(file).strip()).isEqualTo(server.password()).hasSize(64);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      for (String guess : new String[] {"", USER, "dateline."}) {
        assertThatThrownBy(() -> DriverManager.getConnection(server.url(), USER, guess))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("Wrong user name or password");
      }
    }
    String first = Files.readString(directory().resolve("journal.password"));
    try (H2Server again = serve()) {
      assertThat(again.password()).isEqualTo(first.strip());
    }
  }

  @Test
  void shouldGiveNodesWhatIsInTheFile() throws Exception {
    try (H2Server server = serve();
        Journal journal = JournalSetup.open(node(server), temporary.resolve("node"))) {
      write(journal, "a");
      assertThat(rows(journal)).isEqualTo(1);
    }
    Config without =
        ConfigFactory.parseMap(
                Map.of(
                    "dateline.persistence.h2.url",
                    "jdbc:h2:tcp://127.0.0.1:9/journal",
                    "dateline.persistence.h2.password-file",
                    temporary.resolve("none").toString()))
            .withFallback(ConfigFactory.load());
    assertThatThrownBy(() -> JournalSetup.open(without, temporary.resolve("other")))
        .isInstanceOf(JournalUnavailableException.class)
        .hasMessageContaining("password-file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE ALIAS RUN FOR \"java.lang.Runtime.getRuntime\"",
        "CREATE TABLE OTHERS (ID INT)",
        "DROP TABLE \"event_journal\"",
        "ALTER TABLE \"event_journal\" RENAME TO OTHERS",
        "CREATE TRIGGER T BEFORE INSERT ON \"event_journal\" AS 'x'",
        "CREATE USER OTHER PASSWORD 'x' ADMIN",
        "ALTER USER DATELINE ADMIN TRUE",
        "ALTER USER KEEPER SET PASSWORD 'x'",
        "SHUTDOWN",
        "SCRIPT",
        "BACKUP TO 'backup.zip'",
        "SET WRITE_DELAY 500",
        "SET EXCLUSIVE 1",
        "SET DB_CLOSE_DELAY 0",
        "CALL FILE_READ('/etc/passwd', NULL)",
        "CALL FILE_WRITE('x', '/tmp/dateline-must-not-be')",
        "CALL CSVWRITE('/tmp/dateline-must-not-be', 'SELECT 1')",
        "SELECT * FROM CSVREAD('/etc/passwd')",
        "CREATE LINKED TABLE L('', 'jdbc:h2:mem:x', 'sa', '', 'T')",
        "RUNSCRIPT FROM '/etc/passwd'"
      })
  void shouldLetNodesDoNothingElse(String statement) throws Exception {
    try (H2Server server = serve();
        Connection node = DriverManager.getConnection(server.url(), USER, server.password());
        Statement asked = node.createStatement()) {
      assertThatThrownBy(() -> asked.execute(statement)).isInstanceOf(SQLException.class);
    }
  }

  /** Also before it was asked for a password, which H2 asks for only when the database is open. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/journal;OPEN_NEW=TRUE",
        "/journal;OPEN_NEW=TRUE;ACCESS_MODE_DATA=r",
        "/journal;WRITE_DELAY=500",
        "/journal;INIT=SHUTDOWN",
        "/other",
        "/mem:other",
        "//tmp/other"
      })
  void shouldOpenNothingElse(String url) throws Exception {
    try (H2Server server = serve();
        Journal journal = JournalSetup.open(node(server), temporary.resolve("node"))) {
      String asked = server.url().replace("/journal", url);
      for (String password : new String[] {"", server.password()}) {
        assertThatThrownBy(() -> DriverManager.getConnection(asked, USER, password))
            .isInstanceOf(SQLException.class);
      }
      write(journal, "a");
      assertThat(rows(journal)).isEqualTo(1);
    }
  }

  /** Of the version before, whose user is the administrator, without a password. */
  @Test
  void shouldTakeTheRightsFromAJournalOfBefore() throws Exception {
    try (Journal journal = JournalSetup.open(ConfigFactory.load(), directory());
        Connection administrator = JournalSetup.connect(journal.config());
        Statement statement = administrator.createStatement()) {
      write(journal, "a");
      statement.execute("CREATE USER OTHER PASSWORD 'x' ADMIN");
      statement.execute("CREATE ALIAS RUN FOR \"java.lang.Math.abs(double)\"");
      statement.execute("CREATE ALIAS RUNS FOR \"java.lang.Integer.toString\"");
      statement.execute(
          "CREATE TRIGGER T BEFORE INSERT, UPDATE, DELETE ON dateline_lease"
              + " CALL '%s'".formatted(Vandal.class.getName()));
      statement.execute("DROP TABLE DATELINE_WRITER");
      statement.execute("CREATE VIEW DATELINE_WRITER AS SELECT 1 AS X");
      statement.execute("DROP TRIGGER \"DATELINE_TURN_event_journal\"");
      statement.execute(
          "CREATE TRIGGER \"DATELINE_TURN_event_journal\" INSTEAD OF INSERT ON dateline_lease"
              + " FOR EACH ROW CALL '%s'".formatted(WritersInTurn.class.getName()));
      statement.execute("CREATE SCHEMA HIDDEN");
      statement.execute("CREATE ALIAS HIDDEN.RUN FOR \"java.lang.System.nanoTime()\"");
      statement.execute(
          "ALTER TABLE dateline_lease ADD CONSTRAINT C CHECK (HIDDEN.RUN() IS NOT NULL)");
      statement.execute("ALTER TABLE dateline_lease ALTER COLUMN token SET DEFAULT RUN(1)");
    }
    try (H2Server server = serve();
        Journal journal = JournalSetup.open(node(server), temporary.resolve("node"));
        Connection connection = JournalSetup.connect(journal.config());
        Statement statement = connection.createStatement()) {
      assertThat(rows(journal)).isEqualTo(1);
      write(journal, "b");
      assertThatThrownBy(() -> DriverManager.getConnection(server.url(), "OTHER", "x"))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> statement.execute("CALL RUN(1)")).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> statement.execute("CALL HIDDEN.RUN()"))
          .isInstanceOf(SQLException.class);
    }
    try (Journal journal = JournalSetup.open(ConfigFactory.load(), directory())) {
      assertThat(rows(journal)).isEqualTo(2);
      write(journal, "c");
    }
    try (H2Server server = serve();
        Journal journal = JournalSetup.open(node(server), temporary.resolve("node"))) {
      assertThat(rows(journal)).isEqualTo(3);
    }
  }
}
