package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.time.Duration;

/** Settings that are numbers or times within bounds, both inclusive. */
final class Ranges {
  private Ranges() {}

  static Duration inRange(Config config, String key, Duration min, Duration max) {
    Duration value = config.getDuration(key);
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(),
          key,
          "must be %d to %d ms, is %d ms"
              .formatted(min.toMillis(), max.toMillis(), value.toMillis()));
    }
    return value;
  }

  static int inRange(Config config, String key, int min, int max) {
    int value = config.getInt(key);
    if (value < min || value > max) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(), key, "must be %d to %d, is %d".formatted(min, max, value));
    }
    return value;
  }
}
