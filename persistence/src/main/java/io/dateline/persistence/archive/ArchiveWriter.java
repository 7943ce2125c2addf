package io.dateline.persistence.archive;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * Writes one file of an archive: text in gzip, a line an event, and a line at the end that says how
 * many there are. Its name is its own only when all of it is on the disk.
 */
final class ArchiveWriter implements AutoCloseable {
  static final String PART = ".part";

  private final Path file;
  private final Path part;
  private final FileChannel channel;
  private final Writer lines;
  private long events;

  /**
   * Begins the file.
   *
   * @param file in a folder that is there
   */
  ArchiveWriter(Path file) throws IOException {
    this.file = file;
    part = file.resolveSibling(file.getFileName() + PART);
    channel =
        FileChannel.open(
            part,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    lines =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Channels.newOutputStream(channel)), StandardCharsets.UTF_8));
    lines.write(ArchiveFile.HEADER + "\n# " + ArchivedEvent.COLUMNS + "\n");
  }

  void add(ArchivedEvent event) throws IOException {
    lines.write(event.toLine() + "\n");
    events++;
  }

  /** All of it is on the disk when this returns, under its name. */
  void finish() throws IOException {
    lines.write(ArchiveFile.END + events + "\n");
    // Closing writes gzip's end and closes the channel, which could not be forced any more.
    lines.close();
    force(part);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    force(file.getParent());
  }

  private static void force(Path path) throws IOException {
    try (FileChannel opened = FileChannel.open(path, StandardOpenOption.READ)) {
      opened.force(true);
    }
  }

  /** Takes away what was not finished. */
  @Override
  public void close() throws IOException {
    try {
      lines.close();
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
