package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.fabric.format.ReadableFile;
import io.dateline.sm.options.OptionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * OpenSM's partitions. Dateline has none but the default one: where a site has more, a node that
 * knows nothing of them would have hosts see each other that are not to. So it does not start
 * there, unless it is told to.
 */
final class PartitionsFile {
  private static final String FILE = "dateline.subnet.partition_config_file";
  private static final String WHAT_TO_DO = "dateline.subnet.partitions";
  private static final String REFUSE = "refuse";
  private static final String IGNORE = "ignore";

  private PartitionsFile() {}

  /**
   * Looks at the file.
   *
   * @return a warning, if there are partitions that are ignored
   * @throws ConfigException if there are some, or the file cannot be read, and nothing was said of
   *     ignoring them
   */
  static Optional<String> check(Config config) {
    boolean isIgnored =
        switch (config.getString(WHAT_TO_DO)) {
          case REFUSE -> false;
          case IGNORE -> true;
          default ->
              throw new ConfigException.BadValue(
                  config.getValue(WHAT_TO_DO).origin(), WHAT_TO_DO, "takes refuse or ignore");
        };
    String name = config.getString(FILE);
    if (name.isEmpty() || name.equals(OptionKind.NOTHING) || ReadableFile.isAbsent(Path.of(name))) {
      return Optional.empty();
    }
    Optional<String> found = found(Path.of(name));
    if (found.isPresent() && !isIgnored) {
      throw new ConfigException.BadValue(
          config.getValue(FILE).origin(),
          FILE,
          "%s %s, and Dateline has no partitions yet: every host would be a full member of the default"
                  .formatted(name, found.get())
              + " one. With dateline.subnet.partitions = ignore it starts all the same");
    }
    return found.map(what -> "%s %s; they are ignored".formatted(name, what));
  }

  private static Optional<String> found(Path file) {
    Optional<String> problem =
        ReadableFile.problem("file of partitions", file, NodeFiles.SETTINGS_BYTES_MAX);
    if (problem.isPresent()) {
      return Optional.of("may have partitions, and cannot be read: " + problem.get());
    }
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      return Optional.of("may have partitions, and cannot be read: " + e.getMessage());
    }
    return PartitionLines.more(text).map(more -> "has partitions, " + more);
  }
}
