package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigOriginFactory;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import io.dateline.fabric.format.ReadableFile;
import io.dateline.sm.options.EngineList;
import io.dateline.sm.options.GivenOption;
import io.dateline.sm.options.OpensmConf;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import io.dateline.sm.options.OptionException;
import io.dateline.sm.options.OptionKind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * {@code opensm.conf} as a layer of the configuration: over the defaults, below what the command
 * line says. Where the operator's own file says something else, one of the two is wrong.
 */
final class OpensmLayer {
  static final String FILE = "dateline.subnet.opensm_conf";

  private static final Pattern BARE = Pattern.compile("\\s*[0-9.]+\\s*");

  private OpensmLayer() {}

  /**
   * What the file says that a configuration names; nothing where it names none.
   *
   * @throws ConfigException that names file and line, if something is wrong with it
   */
  static OpensmConf read(Config config) {
    String file = config.hasPath(FILE) ? config.getString(FILE) : "";
    if (file.isEmpty()) {
      return OpensmConf.NONE;
    }
    try {
      Path path = Path.of(file);
      ReadableFile.problem("opensm.conf", path, NodeFiles.SETTINGS_BYTES_MAX)
          .ifPresent(
              sentence -> {
                throw new ConfigException.BadValue(config.getValue(FILE).origin(), FILE, sentence);
              });
      return OpensmConf.read(path);
    } catch (OptionException | InvalidPathException e) {
      throw new ConfigException.BadValue(config.getValue(FILE).origin(), FILE, e.getMessage(), e);
    }
  }

  /** The settings that the file's options stand for. */
  static Config of(OpensmConf conf) {
    Config layer = ConfigFactory.empty();
    for (GivenOption given : conf.given()) {
      OpensmOption option = OpensmOptions.named(given.name()).orElseThrow();
      layer =
          layer.withValue(
              option.setting().orElseThrow(),
              ConfigValueFactory.fromAnyRef(value(option, given.value()))
                  .withOrigin(origin(given)));
    }
    return layer;
  }

  /**
   * The same settings; of those that have OpenSM's name and a unit, a number without one has the
   * unit that it has in OpenSM: {@code sweep_interval = 5} is 5 s.
   */
  static Config withUnits(Config config) {
    Config all = config;
    for (OpensmOption option : OpensmOptions.all()) {
      String key = option.setting().orElse("");
      if (option.isTime() && config.hasPath(key) && isBare(config.getValue(key))) {
        all =
            all.withValue(
                key,
                ConfigValueFactory.fromAnyRef(value(option, config.getString(key)))
                    .withOrigin(config.getValue(key).origin()));
      }
    }
    return all;
  }

  private static boolean isBare(ConfigValue value) {
    return value.valueType() == ConfigValueType.NUMBER
        || (value.valueType() == ConfigValueType.STRING
            && BARE.matcher(value.unwrapped().toString()).matches());
  }

  private static ConfigOrigin origin(GivenOption given) {
    return ConfigOriginFactory.newFile(given.source()).withLineNumber(given.line());
  }

  private static Object value(OpensmOption option, String value) {
    return switch (option.unit()) {
      case SECONDS -> value + " s";
      case MILLISECONDS -> value + " ms";
      case LIST -> EngineList.words(value);
      case NONE -> option.kind() == OptionKind.FLAG ? value.toLowerCase(Locale.ROOT) : value;
    };
  }

  /**
   * Compares the file's options with the operator's own settings.
   *
   * @param commandLine what it says settles the matter
   * @param operator the operator's file
   * @throws ConfigException that names both places, if a setting has two values
   */
  static void check(OpensmConf conf, Config commandLine, Config operator) {
    Config layer = of(conf);
    for (GivenOption given : conf.given()) {
      OpensmOption option = OpensmOptions.named(given.name()).orElseThrow();
      String key = option.setting().orElseThrow();
      if (operator.hasPath(key)
          && !commandLine.hasPath(key)
          && !text(option, operator, key).equals(text(option, layer, key))) {
        throw new ConfigException.BadValue(
            origin(given),
            key,
            "%s is %s here, and another one in %s; leave it out of one of them"
                .formatted(
                    given.name(),
                    option.told(given.value()),
                    operator.getValue(key).origin().description()));
      }
    }
  }

  private static String text(OpensmOption option, Config config, String key) {
    return switch (option.unit()) {
      case SECONDS, MILLISECONDS -> config.getDuration(key).toString();
      case LIST -> String.join(",", config.getStringList(key));
      case NONE -> canonical(option, config, key);
    };
  }

  private static String canonical(OpensmOption option, Config config, String key) {
    try {
      return option.canonical(config.getString(key));
    } catch (IllegalArgumentException e) {
      throw new ConfigException.BadValue(config.getValue(key).origin(), key, e.getMessage(), e);
    }
  }
}
