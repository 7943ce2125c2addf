package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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

  /** For how long a transaction may wait for the node that has begun it. */
  static Duration idleTransaction(Config config) {
    return config.getDuration("dateline.persistence.idle-transaction-timeout");
  }

  /** A statement that each connection begins with, if there is one. */
  Optional<String> sessionSettings(Config config) {
    return this == POSTGRESQL
        ? Optional.of(
            "SET idle_in_transaction_session_timeout = " + idleTransaction(config).toMillis())
        : Optional.empty();
  }

  /** For how long an answer of a server is waited for. */
  static Duration silence(Config config) {
    return config.getDuration("dateline.persistence.postgresql.silence-timeout");
  }

  /**
   * The driver's settings of a connection. The host of a server may go away without a word, and
   * what was asked of it would be waited for for ever. An H2 server is on this host: when it ends,
   * its connections end.
   *
   * @param silence for how long an answer is waited for; counted in whole seconds
   */
  Map<String, String> driverSettings(Duration silence) {
    if (this == H2) {
      return Map.of();
    }
    String seconds = Long.toString(Math.max(1, silence.toSeconds()));
    return Map.of("connectTimeout", seconds, "socketTimeout", seconds);
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
