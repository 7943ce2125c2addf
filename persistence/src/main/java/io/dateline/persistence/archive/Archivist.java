package io.dateline.persistence.archive;

import com.typesafe.config.Config;
import io.dateline.persistence.archive.OldEvents.Range;
import io.dateline.persistence.journal.JournalSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/**
 * Takes events that are old, and that no recovery needs, out of the journal and into a file. They
 * are removed only when the file is on the disk. A node that does so at the same time, or ended in
 * between, has them archived twice, which {@link Archive} passes over. Blocks; one thread at a
 * time.
 */
public final class Archivist {
  /** Events in a file. */
  static final long EVENTS_MAX = 200_000;

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'journal-'yyyyMMdd'T'HHmmss.SSS").withZone(ZoneOffset.UTC);

  private static final String POSTGRESQL_BYTES = "SELECT pg_total_relation_size('event_journal')";
  private static final String H2_BYTES =
      "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
          + " WHERE SETTING_NAME = 'info.FILE_SIZE'";

  private final Config config;
  private final RetentionSettings settings;
  private final InstantSource clock;

  /**
   * One that has a folder.
   *
   * @param config of a journal that is open
   */
  public Archivist(Config config, RetentionSettings settings, InstantSource clock) {
    this.config = config;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * The journal's file or table.
   *
   * @return bytes, or -1 where the database does not tell
   */
  public long journalBytes() throws SQLException {
    try (Connection connection = JournalSetup.connect(config)) {
      boolean isH2 = connection.getMetaData().getDatabaseProductName().equals("H2");
      try (PreparedStatement query =
              connection.prepareStatement(isH2 ? H2_BYTES : POSTGRESQL_BYTES);
          ResultSet row = query.executeQuery()) {
        // One in memory has no file, and not every user of a server is told.
        return row.next() ? Long.parseLong(row.getString(1)) : -1;
      }
    }
  }

  /**
   * Archives what is old, if anything is.
   *
   * @return how many events the journal does not hold any more
   * @throws SQLException if the journal cannot be read, or nothing may be removed from it; then
   *     nothing is written either
   * @throws IOException if the file cannot be written; then nothing is removed
   */
  public long archive() throws SQLException, IOException {
    if (settings.days() == 0) {
      return 0;
    }
    try (Connection connection = JournalSetup.connect(config)) {
      OldEvents old = new OldEvents(connection);
      Instant now = clock.instant();
      List<Range> ranges =
          old.before(now.minus(Duration.ofDays(settings.days())).toEpochMilli(), EVENTS_MAX);
      if (ranges.isEmpty()) {
        return 0;
      }
      old.tryToDelete();
      write(old, ranges, now);
      long removed = 0;
      for (Range range : ranges) {
        for (Range page : range.pages()) {
          removed += old.delete(page);
        }
      }
      return removed;
    }
  }

  private void write(OldEvents old, List<Range> ranges, Instant now)
      throws SQLException, IOException {
    Path folder = settings.folder();
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    removeParts(folder);
    Path file = folder.resolve(NAME.format(now) + ArchiveFile.SUFFIX);
    try (ArchiveWriter writer = new ArchiveWriter(file)) {
      for (Range range : ranges) {
        for (Range page : range.pages()) {
          for (ArchivedEvent event : old.read(page)) {
            writer.add(event);
          }
        }
      }
      writer.finish();
    }
  }

  /** Left by one that was killed. */
  private static void removeParts(Path folder) throws IOException {
    List<Path> parts;
    try (Stream<Path> files = Files.list(folder)) {
      parts = files.filter(file -> file.toString().endsWith(ArchiveWriter.PART)).toList();
    }
    for (Path part : parts) {
      Files.delete(part);
    }
  }
}
