package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.file.PrivateFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that starts, and what it has read before it ended. */
class JournalMarkTest {
  private static final String ID = "subnet|fe80000000000000";
  private static final String WRITER = "first";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeFive() throws Exception {
    file = folder.resolve("dateline.mark");
    try (Journal journal = open(ConfigFactory.load())) {
      for (int number = 1; number <= 5; number++) {
        write(journal, number, WRITER);
      }
    }
  }

  private Journal open(Config config) {
    return JournalSetup.open(config, folder);
  }

  private void mark(long number, long ordering, String writer) throws Exception {
    PrivateFile.write(file, new ReadMark(ID, new JournalPlace(number, ordering, writer), 2).text());
  }

  private static void write(Journal journal, long number, String writer) throws SQLException {
    try (Connection connection = JournalSetup.connect(journal.config());
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO \"event_journal\" (\"ordering\", \"persistence_id\","
                    + " \"sequence_number\", \"deleted\", \"writer\", \"write_timestamp\","
                    + " \"adapter_manifest\", \"event_ser_id\", \"event_ser_manifest\","
                    + " \"event_payload\") VALUES (?, ?, ?, FALSE, ?, 0, '', 0, '', X'00')")) {
      insert.setLong(1, number);
      insert.setString(2, ID);
      insert.setLong(3, number);
      insert.setString(4, writer);
      insert.execute();
    }
  }

  private static void execute(Journal journal, String sql) throws SQLException {
    try (Connection connection = JournalSetup.connect(journal.config())) {
      connection.createStatement().execute(sql);
    }
  }

  @Test
  void shouldGoOnWithAJournalThatHasWhatWasRead() throws Exception {
    mark(5, 5, WRITER);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    open(ConfigFactory.load()).close();
    mark(4, 4, WRITER);
    open(ConfigFactory.load()).close();
  }

  @Test
  void shouldRefuseAJournalThatEndsBefore() throws Exception {
    mark(7, 9, WRITER);
    assertThatThrownBy(() -> open(ConfigFactory.load()))
        .isInstanceOf(JournalWentBackException.class)
        .hasMessageContaining("event 7 (term 2)")
        .hasMessageContaining("ends at event 5")
        .hasMessageContaining("dateline.persistence.accept-lost-events");
    StateDirectory.take(folder).close(); // it was let go of
  }

  @Test
  void shouldRefuseAJournalWithOthersInTheirPlace() throws Exception {
    mark(3, 3, "another");
    assertThatThrownBy(() -> open(ConfigFactory.load()))
        .isInstanceOf(JournalWentBackException.class)
        .hasMessageContaining("another event 3");
  }

  /** An older copy was put back under a node that wrote its next event into it. */
  @Test
  void shouldRefuseAJournalThatWentBackAndHasLaterEvents() throws Exception {
    try (Journal journal = open(ConfigFactory.load())) {
      execute(journal, "DELETE FROM \"event_journal\" WHERE \"sequence_number\" BETWEEN 2 AND 4");
    }
    mark(4, 4, WRITER);
    assertThatThrownBy(() -> open(ConfigFactory.load()))
        .isInstanceOf(JournalWentBackException.class)
        .hasMessageContaining("lacks that event and has later ones");
  }

  @Test
  void shouldGoOnWhereOldEventsWereRemoved() throws Exception {
    try (Journal journal = open(ConfigFactory.load())) {
      execute(journal, "DELETE FROM \"event_journal\" WHERE \"sequence_number\" < 4");
    }
    mark(2, 2, WRITER);
    open(ConfigFactory.load()).close();
  }

  @Test
  void shouldGiveUpWhatIsLostWhenItIsTold() throws Exception {
    mark(7, 9, WRITER);
    open(ConfigFactory.parseString("dateline.persistence.accept-lost-events = true")
            .withFallback(ConfigFactory.load()))
        .close();
    assertThat(file).doesNotExist();
    open(ConfigFactory.load()).close();
  }

  @Test
  void shouldRefuseAMarkThatItCannotRead() throws Exception {
    PrivateFile.write(file, "something else\n");
    assertThatThrownBy(() -> open(ConfigFactory.load()))
        .isInstanceOf(JournalUnavailableException.class)
        .hasMessageContaining(file.toString());
  }
}
