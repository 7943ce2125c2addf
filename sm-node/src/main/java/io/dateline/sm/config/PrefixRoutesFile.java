package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigOrigin;
import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.fabric.format.PrefixRoutesReader;
import io.dateline.sm.options.GivenOption;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import io.dateline.sm.options.OptionException;
import io.dateline.sm.options.OptionFile;

/** The option {@code prefix_routes_file}. */
final class PrefixRoutesFile {
  static final String OPTION = "prefix_routes_file";

  private PrefixRoutesFile() {}

  /**
   * Reads the file. No routes where none is named, nor where the name is OpenSM's default and there
   * is no such file.
   *
   * @throws ConfigException that names the key, and every line with something wrong
   */
  static PrefixRoutes read(Config config) {
    OpensmOption option = OpensmOptions.named(OPTION).orElseThrow();
    String key = option.setting().orElseThrow();
    ConfigOrigin origin = config.getValue(key).origin();
    String name = option.kind().canonical(config.getString(key));
    if (OptionFile.isNone(option, name)) {
      return PrefixRoutes.NONE;
    }
    try {
      GivenOption given = new GivenOption(option.name(), name, origin.description(), 0);
      return OptionFile.read(given, PrefixRoutesReader::read).orElse(PrefixRoutes.NONE);
    } catch (OptionException e) {
      throw UnusableOption.of(config, option, e);
    }
  }
}
