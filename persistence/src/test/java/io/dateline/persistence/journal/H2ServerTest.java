package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2ServerTest {
  @TempDir private Path temporary;

  private static Config withPassword(String password) {
    return ConfigFactory.parseMap(Map.of("dateline.persistence.h2.password", password))
        .withFallback(ConfigFactory.load());
  }

  private H2Server serve() {
    return H2Server.start(
        temporary.resolve("served"), "127.0.0.1", H2Server.ANY_PORT, withPassword("secret"));
  }

  private Journal open(H2Server server, String node) {
    return JournalSetup.open(
        ConfigFactory.parseMap(Map.of("dateline.persistence.h2.url", server.url()))
            .withFallback(withPassword("secret")),
        temporary.resolve(node));
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
  void twoNodesShareAJournalThatOutlivesBoth() throws Exception {
    try (H2Server server = serve()) {
      try (Journal first = open(server, "first");
          Journal second = open(server, "second")) {
        write(first, "a");
        write(second, "b");
        assertThat(rows(first)).isEqualTo(2);
      }
      try (Journal third = open(server, "third")) {
        assertThat(rows(third)).isEqualTo(2);
      }
    }
    try (H2Server again = serve();
        Journal journal = open(again, "first")) {
      assertThat(rows(journal)).isEqualTo(2);
    }
  }

  /** What is in the file at this moment is what is left when the server is killed. */
  @Test
  void whatWasAnsweredIsInTheFile() throws Exception {
    Path left = Files.createDirectories(temporary.resolve("left"));
    try (H2Server server = serve();
        Journal journal = open(server, "node")) {
      write(journal, "a");
      Files.copy(temporary.resolve("served/journal.mv.db"), left.resolve("journal.mv.db"));
    }
    try (Journal survivor = JournalSetup.open(withPassword("secret"), left)) {
      assertThat(rows(survivor)).isEqualTo(1);
    }
  }

  @Test
  void itsFileIsOpenedSoThatWritesReachTheDisk() throws Exception {
    try (H2Server server = serve();
        Journal journal = open(server, "node");
        Connection connection = JournalSetup.connect(journal.config());
        Statement statement = connection.createStatement();
        ResultSet path = statement.executeQuery("CALL DATABASE_PATH()")) {
      assertThat(path.next()).isTrue();
      assertThat(path.getString(1)).startsWith(SyncedFilePath.SCHEME + ":");
    }
  }

  @Test
  void aClientMakesNoOtherDatabaseAndNeedsThePassword() {
    try (H2Server server = serve()) {
      String other = server.url().replace("/journal", "/other");
      assertThatThrownBy(() -> DriverManager.getConnection(other, "dateline", "secret"))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> DriverManager.getConnection(server.url(), "dateline", "guessed"))
          .isInstanceOf(SQLException.class);
      assertThat(temporary.resolve("served/other.mv.db")).doesNotExist();
    }
  }

  @Test
  void itsDirectoryIsTakenByNobodyElse() {
    try (H2Server server = serve()) {
      assertThat(server.url()).startsWith("jdbc:h2:tcp://127.0.0.1:");
      assertThatThrownBy(this::serve).isInstanceOf(StateDirectoryInUseException.class);
    }
    serve().close();
  }

  @Test
  void anEmptyFileIsNoNewJournal() throws Exception {
    serve().close();
    Path file = Files.write(temporary.resolve("served/journal.mv.db"), new byte[0]);

    assertThatThrownBy(this::serve)
        .isInstanceOf(JournalUnavailableException.class)
        .hasMessageContaining(file.toString());

    Files.delete(file);
    serve().close();
  }
}
