package io.dateline.persistence.archive;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/** Reads one file of an archive. */
final class ArchiveFile {
  static final String HEADER =
      "# Dateline's journal, version 1: events that it does not hold any more";
  static final String END = "# end, events: ";
  static final String SUFFIX = ".tsv.gz";

  private ArchiveFile() {}

  /**
   * Hands on all events in the file's order.
   *
   * @throws IOException that names the file, if it is none or ends too early
   */
  static void read(Path file, Consumer<ArchivedEvent> events) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      if (!HEADER.equals(lines.readLine())) {
        throw new IOException("it is no archive of this version");
      }
      long read = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(END)) {
          if (Long.parseLong(line.substring(END.length())) != read) {
            throw new IOException("it has lost events");
          }
          return;
        }
        if (!line.startsWith("#")) {
          events.accept(ArchivedEvent.ofLine(line));
          read++;
        }
      }
      throw new IOException("it ends too early");
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
