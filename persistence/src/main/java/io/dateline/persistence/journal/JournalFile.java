package io.dateline.persistence.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file of an H2 journal, and whether it is being made. H2 takes a file of 0 bytes, or one of
 * which all but the beginning is lost, for a new database, and we would take it for a subnet
 * without LIDs. A node that was killed while it made its journal leaves such a file, too, and
 * beside it a mark that it was at it.
 */
final class JournalFile {
  private final Path file;
  private final Path mark;
  private boolean isBeingMade;

  /**
   * A file, which need not exist.
   *
   * @param database as it stands in H2's URL
   */
  JournalFile(Path database) {
    file = database.resolveSibling(database.getFileName() + ".mv.db");
    mark = database.resolveSibling(database.getFileName() + ".new");
  }

  boolean exists() {
    return Files.exists(file);
  }

  /** Before the database is opened. Its file is its owner's alone from then on. */
  void opening() {
    note();
    try {
      PrivateFiles.make(file);
    } catch (IOException e) {
      throw new JournalUnavailableException("journal %s cannot be made: %s".formatted(file, e), e);
    }
  }

  private void note() {
    isBeingMade = !exists() || Files.exists(mark);
    if (isBeingMade && !Files.exists(mark)) {
      try {
        Files.createDirectories(mark.getParent());
        Files.createFile(mark, PrivateFiles.MODE);
      } catch (IOException e) {
        throw new JournalUnavailableException(
            "journal %s cannot be made: %s".formatted(file, e), e);
      }
    }
  }

  /**
   * The database is open and has no tables.
   *
   * @throws JournalUnavailableException if it should have some
   */
  void isEmpty() {
    if (!isBeingMade) {
      throw new JournalUnavailableException(
          "journal %s is there, but nothing is in it: put a copy back, or remove it to begin with nothing"
              .formatted(file));
    }
  }

  /** Its tables are there. */
  void made() {
    try {
      Files.deleteIfExists(mark);
    } catch (IOException e) {
      throw new JournalUnavailableException("%s cannot be removed: %s".formatted(mark, e), e);
    }
  }
}
