package io.dateline.persistence.archive;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How long events stay in the journal: {@code dateline.persistence.retention}.
 *
 * @param days until an event may be archived; 0 keeps all
 * @param interval between looks for such events
 * @param folder of the archive
 */
public record RetentionSettings(int days, Duration interval, Path folder) {
  private static final String BLOCK = "dateline.persistence.retention.";
  private static final int DAYS_MAX = 36_500;

  /**
   * Reads the block.
   *
   * @param stateDirectory in which the archive lies unless the configuration says otherwise
   * @throws ConfigException that names the key, if a value is missing, malformed or out of range
   */
  public static RetentionSettings of(Config config, Path stateDirectory) {
    int days = config.getInt(BLOCK + "days");
    if (days < 0 || days > DAYS_MAX) {
      throw bad(config, "days", "must be 0 to %d, is %d".formatted(DAYS_MAX, days));
    }
    Duration interval = config.getDuration(BLOCK + "interval");
    if (interval.toMillis() < 100 || interval.toDays() > 30) {
      throw bad(config, "interval", "must be 100 ms to 30 days, is " + interval);
    }
    String folder = config.getString(BLOCK + "folder");
    return new RetentionSettings(
        days, interval, folder.isEmpty() ? stateDirectory.resolve("archive") : Path.of(folder));
  }

  private static ConfigException bad(Config config, String key, String why) {
    return new ConfigException.BadValue(config.getValue(BLOCK + key).origin(), BLOCK + key, why);
  }
}
