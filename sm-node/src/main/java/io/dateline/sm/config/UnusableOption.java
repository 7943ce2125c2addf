package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigOrigin;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OptionException;

/** An option of OpenSM that cannot be used, in the words of the place where it is set. */
final class UnusableOption {
  private static final String DEFAULTS = "reference.conf";

  private UnusableOption() {}

  /**
   * Where it was set. One that is not set has OpenSM's own file, and is called by its name: it may
   * be in no file that an operator knows.
   */
  static ConfigException of(Config config, OpensmOption option, OptionException problem) {
    String key = option.setting().orElseThrow();
    ConfigOrigin origin = config.getValue(key).origin();
    return DEFAULTS.equals(origin.resource())
        ? new ConfigException.Generic(option.name() + " " + problem.sentence(), problem)
        : new ConfigException.BadValue(origin, key, problem.sentence(), problem);
  }
}
