package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.util.Locale;

/** The databases a journal may be in. Resources of this package are named after them. */
enum Backend {
  H2,
  POSTGRESQL;

  /**
   * The configured one.
   *
   * @throws ConfigException.BadValue if there is no such
   */
  static Backend of(Config config) {
    String name = config.getString("dateline.persistence.backend");
    for (Backend backend : values()) {
      if (backend.lowerCase().equals(name)) {
        return backend;
      }
    }
    throw new ConfigException.BadValue(
        config.getValue("dateline.persistence.backend").origin(),
        "dateline.persistence.backend",
        "must be h2 or postgresql, not " + name);
  }

  String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Akka's settings for this database. */
  String settingsResource() {
    return lowerCase() + ".conf";
  }

  /** Statements that make the tables where they are not there yet, each ended by a semicolon. */
  String schemaResource() {
    return lowerCase() + "-schema.sql";
  }
}
