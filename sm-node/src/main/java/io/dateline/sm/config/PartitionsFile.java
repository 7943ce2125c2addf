package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.fabric.format.ReadableFile;
import io.dateline.sm.link.Enforcement;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import io.dateline.sm.options.OptionFile;
import io.dateline.sm.options.OptionKind;
import io.dateline.sm.partition.PartitionFile;
import io.dateline.sm.partition.PartitionFileException;
import io.dateline.sm.partition.PartitionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * OpenSM's partition file, and its options about partitions. Unlike with OpenSM a file that cannot
 * be used opens nothing: what the journal has stays in force, and where it has nothing no term
 * begins.
 */
final class PartitionsFile {
  /** Its standard is OpenSM's own place, which need not have a file. */
  private static final OpensmOption OPTION =
      OpensmOptions.named("partition_config_file").orElseThrow();

  private static final String SUBNET = "dateline.subnet.";
  private static final String FILE = OPTION.setting().orElseThrow();
  private static final String WHAT_TO_DO = SUBNET + "partitions";

  private PartitionsFile() {}

  /**
   * Reads options and file.
   *
   * @throws ConfigException if an option has no such value; a file that is wrong is told in the
   *     settings
   */
  static PartitionSettings of(Config config) {
    boolean isManaged =
        oneOf(config, WHAT_TO_DO, List.of("manage", "ignore"), "manage").equals("manage");
    Enforcement enforcement =
        config.getBoolean(SUBNET + "no_partition_enforcement")
            ? Enforcement.OFF
            : Enforcement.valueOf(
                oneOf(config, SUBNET + "part_enforce", List.of("both", "in", "out", "off"), "both")
                    .toUpperCase(Locale.ROOT));
    Optional<PartitionFile> file = Optional.empty();
    Optional<String> trouble = Optional.empty();
    if (isManaged) {
      try {
        file = read(config.getString(FILE));
      } catch (UnusableFileException e) {
        trouble = Optional.of(e.getMessage());
      }
    }
    return new PartitionSettings(
        isManaged,
        file,
        trouble,
        enforcement,
        config.getBoolean(SUBNET + "allow_both_pkeys"),
        config.getBoolean(SUBNET + "keep_pkey_indexes"));
  }

  /** Sentences for an operator; what a file in trouble means is told once the journal is read. */
  static List<String> warnings(PartitionSettings settings, Config config, boolean hasQos) {
    if (!settings.isManaged()) {
      return isNamed(config.getString(FILE))
              && !ReadableFile.isAbsent(Path.of(config.getString(FILE)))
          ? List.of(
              "%s is not read, for dateline.subnet.partitions = ignore: ports keep their P_Keys"
                  .formatted(config.getString(FILE)))
          : List.of();
    }
    return settings.file().stream()
        .flatMap(file -> file.warnings(config.getString(FILE), hasQos).stream())
        .toList();
  }

  private static boolean isNamed(String name) {
    return !name.isEmpty() && !name.equals(OptionKind.NOTHING);
  }

  private static Optional<PartitionFile> read(String name) throws UnusableFileException {
    if (OptionFile.isNone(OPTION, OPTION.canonical(name))) {
      return Optional.empty();
    }
    Path path = Path.of(name);
    Optional<String> problem =
        ReadableFile.problem("partition file", path, NodeFiles.SETTINGS_BYTES_MAX);
    if (problem.isPresent()) {
      throw new UnusableFileException(problem.get());
    }
    try {
      return Optional.of(PartitionFile.read(Files.readString(path)));
    } catch (IOException e) {
      throw new UnusableFileException("partition file %s: %s".formatted(name, e.getMessage()));
    } catch (PartitionFileException e) {
      throw new UnusableFileException(e.sentence(name));
    }
  }

  private static String oneOf(Config config, String key, List<String> words, String example) {
    String word = config.getString(key).toLowerCase(Locale.ROOT);
    if (!words.contains(word)) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(),
          key,
          "takes %s, as in %s = %s".formatted(String.join(", ", words), key, example));
    }
    return word;
  }

  private static final class UnusableFileException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableFileException(String sentence) {
      super(sentence);
    }
  }
}
