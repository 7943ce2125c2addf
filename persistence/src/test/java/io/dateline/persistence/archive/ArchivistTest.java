package io.dateline.persistence.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of an H2 journal in memory. */
class ArchivistTest {
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  private static final int DAYS = 30;
  private static final long OLD = NOW.minus(Duration.ofDays(DAYS + 1)).toEpochMilli();
  private static final long YOUNG = NOW.minus(Duration.ofDays(DAYS - 1)).toEpochMilli();

  @TempDir Path folder;

  private final String url = "jdbc:h2:mem:" + System.nanoTime() + ";DB_CLOSE_DELAY=-1";
  private Journal journal;
  private Connection connection;

  @BeforeEach
  void start() throws SQLException {
    journal =
        JournalSetup.open(
            ConfigFactory.parseMap(Map.of("dateline.persistence.h2.url", url))
                .withFallback(ConfigFactory.load()),
            folder.resolve("state"));
    connection = DriverManager.getConnection(url, "dateline", "");
  }

  @AfterEach
  void stop() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    }
    journal.close();
  }

  private Path files() {
    return folder.resolve("archive");
  }

  private Archivist archivist(Config config) {
    return new Archivist(
        config,
        new RetentionSettings(DAYS, Duration.ofHours(1), files()),
        InstantSource.fixed(NOW));
  }

  private long archive() throws SQLException, IOException {
    return archivist(journal.config()).archive();
  }

  private void events(String id, long first, long last, long writtenMs) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO \"event_journal\" (\"persistence_id\", \"sequence_number\","
                + " \"writer\", \"write_timestamp\", \"adapter_manifest\","
                + " \"event_ser_id\", \"event_ser_manifest\", \"event_payload\")"
                + " VALUES (?, ?, 'w', ?, '', 7001, 'Kind:1', ?)")) {
      for (long sequence = first; sequence <= last; sequence++) {
        insert.setString(1, id);
        insert.setLong(2, sequence);
        insert.setLong(3, writtenMs);
        insert.setBytes(4, new byte[] {(byte) sequence, 9, 10});
        insert.execute();
      }
    }
  }

  private void snapshot(String id, long sequence) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO \"snapshot\" (\"persistence_id\", \"sequence_number\", \"created\","
                + " \"snapshot_ser_id\", \"snapshot_ser_manifest\", \"snapshot_payload\")"
                + " VALUES (?, ?, 0, 7001, 'Kind:1', ?)")) {
      insert.setString(1, id);
      insert.setLong(2, sequence);
      insert.setBytes(3, new byte[0]);
      insert.execute();
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Numbers of the events of a persistence id that the journal holds. */
  private List<Long> held(String id) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT \"sequence_number\" FROM \"event_journal\" WHERE \"persistence_id\" = ?"
                + " ORDER BY 1")) {
      query.setString(1, id);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          numbers.add(rows.getLong(1));
        }
      }
    }
    return numbers;
  }

  private List<ArchivedEvent> archived() throws IOException {
    List<ArchivedEvent> events = new ArrayList<>();
    new Archive(files()).read(id -> true, events::add);
    return events;
  }

  private static List<Long> numbers(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }

  @Test
  void shouldArchiveWhatIsOldAndBehindTheOldestSnapshot() throws Exception {
    events("a", 1, 700, OLD);
    snapshot("a", 400);
    snapshot("a", 600);
    assertThat(archive()).isEqualTo(399);
    assertThat(held("a")).isEqualTo(numbers(400, 700));
    assertThat(archived()).extracting(ArchivedEvent::sequence).isEqualTo(numbers(1, 399));
    ArchivedEvent event = archived().get(6);
    assertThat(event.persistenceId()).isEqualTo("a");
    assertThat(event.payload()).containsExactly(7, 9, 10);
    assertThat(event.writtenMs()).isEqualTo(OLD);
    assertThat(event.writer()).isEqualTo("w");
    assertThat(event.manifest()).isEqualTo("Kind:1");
    assertThat(archive()).as("again").isZero();
    assertThat(new Archive(files()).size().files()).isEqualTo(1);
  }

  @Test
  void shouldKeepWhatIsYoungAndWhatNoSnapshotHas() throws Exception {
    events("young", 1, 10, YOUNG);
    snapshot("young", 9);
    events("without", 1, 10, OLD);
    events("mixed", 1, 3, OLD);
    events("mixed", 4, 4, YOUNG);
    events("mixed", 5, 10, OLD); // by a clock that is late
    snapshot("mixed", 9);
    assertThat(archive()).isEqualTo(3);
    assertThat(held("young")).isEqualTo(numbers(1, 10));
    assertThat(held("without")).isEqualTo(numbers(1, 10));
    assertThat(held("mixed")).as("no gap").isEqualTo(numbers(4, 10));
  }

  @Test
  void shouldKeepTagsWithTheirEvents() throws Exception {
    events("a", 1, 5, OLD);
    execute(
        "INSERT INTO \"event_tag\" SELECT \"ordering\", 'lft' FROM \"event_journal\""
            + " WHERE \"sequence_number\" < 3");
    snapshot("a", 5);
    archive();
    assertThat(archived())
        .extracting(ArchivedEvent::tags)
        .containsExactly(List.of("lft"), List.of("lft"), List.of(), List.of());
  }

  /** As by a node that ended between the file and the journal. */
  @Test
  void shouldReadOnceWhatIsArchivedTwice() throws Exception {
    events("a", 1, 20, OLD);
    snapshot("a", 10);
    archive();
    Path first;
    try (Stream<Path> files = Files.list(files())) {
      first = files.findFirst().orElseThrow();
    }
    Files.copy(first, files().resolve("journal-2099.tsv.gz"));
    assertThat(archived()).extracting(ArchivedEvent::sequence).isEqualTo(numbers(1, 9));
  }

  @Test
  void shouldWriteNothingWhereItMayRemoveNothing() throws Exception {
    events("a", 1, 20, OLD);
    snapshot("a", 10);
    execute("CREATE USER reader PASSWORD ''");
    execute("GRANT SELECT, INSERT ON \"event_journal\" TO reader");
    execute("GRANT SELECT ON \"event_tag\" TO reader");
    execute("GRANT SELECT ON \"snapshot\" TO reader");
    Config reader =
        ConfigFactory.parseMap(
                Map.of(
                    "dateline.persistence.h2.user",
                    "reader",
                    "dateline.persistence.h2.url",
                    url.replaceFirst(";.*", ""))) // the rest is an administrator's
            .withFallback(journal.config());
    assertThatThrownBy(() -> archivist(reader).archive())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Not enough rights");
    assertThat(files()).doesNotExist();
    assertThat(held("a")).hasSize(20);
  }

  @Test
  void shouldRemoveNothingWhereTheFileCannotBeWritten() throws Exception {
    events("a", 1, 20, OLD);
    snapshot("a", 10);
    Files.writeString(files(), "in the way");
    assertThatThrownBy(this::archive).isInstanceOf(IOException.class);
    assertThat(held("a")).hasSize(20);
  }

  @Test
  void shouldRefuseAFileOfWhichSomethingIsMissing() throws Exception {
    events("a", 1, 20, OLD);
    snapshot("a", 10);
    archive();
    Path file;
    try (Stream<Path> files = Files.list(files())) {
      file = files.findFirst().orElseThrow();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 20));
    assertThatThrownBy(this::archived)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }
}
