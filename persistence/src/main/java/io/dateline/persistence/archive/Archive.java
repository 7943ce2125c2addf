package io.dateline.persistence.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A folder of files with events that the journal does not hold any more. */
public final class Archive {
  private final Path folder;

  public Archive(Path folder) {
    this.folder = folder;
  }

  /**
   * What there is.
   *
   * @param files how many
   * @param bytes of all of them
   * @param newest the last one's name, empty where there is none
   */
  public record Size(int files, long bytes, String newest) {}

  /** Files in the order in which they were written. */
  private List<Path> files() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(ArchiveFile.SUFFIX))
          .sorted()
          .toList();
    }
  }

  public Size size() throws IOException {
    List<Path> files = files();
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return new Size(
        files.size(), bytes, files.isEmpty() ? "" : files.getLast().getFileName().toString());
  }

  /**
   * Hands on events in their order by persistence id, each once: a node that ended before it had
   * removed them from the journal has archived them again.
   *
   * @param wanted persistence ids
   * @throws IOException that names the file that cannot be read
   */
  public void read(Predicate<String> wanted, Consumer<ArchivedEvent> events) throws IOException {
    Map<String, Long> last = new HashMap<>();
    for (Path file : files()) {
      ArchiveFile.read(
          file,
          event -> {
            if (wanted.test(event.persistenceId())
                && event.sequence() > last.getOrDefault(event.persistenceId(), 0L)) {
              last.put(event.persistenceId(), event.sequence());
              events.accept(event);
            }
          });
    }
  }
}
