package io.dateline.sm.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigParseable;
import java.io.File;
import java.util.stream.Stream;

/**
 * Refuses an include that leads nowhere. The format takes it for an empty file, and a node would
 * run on defaults without a word.
 */
final class StrictIncludes implements ConfigIncluder, ConfigIncluderFile {
  private final ConfigIncluder otherwise; // null until there is one

  StrictIncludes() {
    this(null);
  }

  private StrictIncludes(ConfigIncluder otherwise) {
    this.otherwise = otherwise;
  }

  @Override
  public ConfigIncluder withFallback(ConfigIncluder fallback) {
    return new StrictIncludes(fallback);
  }

  @Override
  public ConfigObject include(ConfigIncludeContext context, String what) {
    ConfigObject included = otherwise.include(context, what);
    // Of a name without an ending the format tries these.
    if (included.isEmpty()
        && Stream.of("", ".conf", ".json", ".properties")
            .noneMatch(ending -> isThere(context, what + ending))) {
      throw missing(included.origin(), what);
    }
    return included;
  }

  private static boolean isThere(ConfigIncludeContext context, String what) {
    ConfigParseable found = context.relativeTo(what);
    if (found == null) {
      return false;
    }
    try {
      found.parse(context.parseOptions().setAllowMissing(false));
      return true;
    } catch (ConfigException.IO e) {
      return false;
    }
  }

  @Override
  public ConfigObject includeFile(ConfigIncludeContext context, File what) {
    ConfigObject included = ((ConfigIncluderFile) otherwise).includeFile(context, what);
    if (included.isEmpty() && !what.exists()) {
      throw missing(included.origin(), what.getPath());
    }
    return included;
  }

  private static ConfigException missing(ConfigOrigin origin, String what) {
    return new ConfigException.IO(origin, "include \"%s\" leads to no file".formatted(what));
  }
}
