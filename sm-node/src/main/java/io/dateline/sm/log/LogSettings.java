package io.dateline.sm.log;

import ch.qos.logback.classic.Level;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code dateline.log}.
 *
 * @param level of the product's own lines, from which on they are written
 * @param format of a line
 * @param file that lines are appended to; empty for standard error
 * @param heartbeats whether Akka may warn of heartbeats that come late, and of each try to reach a
 *     node that does not run yet
 */
public record LogSettings(Level level, Format format, Optional<Path> file, boolean heartbeats) {
  private static final String BLOCK = "dateline.log.";

  /** How a line looks. */
  public enum Format {
    /** Date and time, level, place, message. */
    TEXT,
    /** A JSON object. */
    JSON
  }

  /**
   * Reads the block.
   *
   * @throws ConfigException that names the key, if a value is missing or none
   */
  public static LogSettings of(Config config) {
    String file = config.getString(BLOCK + "file");
    return new LogSettings(
        Level.toLevel(word(config, "level", "ERROR", "WARN", "INFO", "DEBUG", "TRACE")),
        Format.valueOf(word(config, "format", "TEXT", "JSON")),
        file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file)),
        config.getBoolean(BLOCK + "heartbeats"));
  }

  private static String word(Config config, String name, String... known) {
    String said = config.getString(BLOCK + name).toUpperCase(Locale.ROOT);
    if (Arrays.stream(known).noneMatch(said::equals)) {
      throw bad(
          config,
          name,
          "takes one of %s, not '%s'"
              .formatted(
                  String.join(", ", known).toLowerCase(Locale.ROOT),
                  config.getString(BLOCK + name)));
    }
    return said;
  }

  /** What is wrong with the file, told as of its key. */
  static ConfigException badFile(Config config, String why) {
    return bad(config, "file", why);
  }

  private static ConfigException bad(Config config, String name, String why) {
    return new ConfigException.BadValue(config.getValue(BLOCK + name).origin(), BLOCK + name, why);
  }
}
