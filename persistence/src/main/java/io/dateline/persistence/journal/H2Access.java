package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValueFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What a node says to an H2 database when it connects: URL, user and password. */
final class H2Access {
  private static final String SETTINGS = "dateline.persistence.h2.";
  private static final String URL = SETTINGS + "url";
  private static final String USER = SETTINGS + "user";
  private static final String PASSWORD = SETTINGS + "password";
  private static final String PASSWORD_FILE = SETTINGS + "password-file";

  private H2Access() {}

  /**
   * Settings for a database of the node's own. One that was served has an administrator of its own.
   *
   * @param file as H2 names it, without its suffix
   */
  static Config ofOwn(Config config, String file) {
    SyncedFilePath.register();
    String database = SyncedFilePath.SCHEME + ":" + file;
    Config known =
        with(config, URL, "jdbc:h2:" + database + ";" + config.getString(SETTINGS + "options"));
    return KeeperSecret.find(database)
        .map(secret -> with(with(known, USER, KeeperSecret.USER), PASSWORD, secret))
        .orElse(known);
  }

  /**
   * Settings for one that is served; the password from its file unless it was said.
   *
   * @throws JournalUnavailableException if there is no such file: the server may start later
   * @throws ConfigException if it cannot be read
   */
  static Config ofServed(Config config) {
    String name = config.getString(PASSWORD_FILE);
    if (name.isEmpty() || !config.getString(PASSWORD).isEmpty()) {
      return config;
    }
    try {
      Optional<String> password = PrivateFiles.read(Path.of(name)).map(String::strip);
      if (password.isPresent()) {
        return with(config, PASSWORD, password.get());
      }
      throw new JournalUnavailableException(
          "%s: there is no file %s yet; dateline journal makes it".formatted(PASSWORD_FILE, name));
    } catch (IOException e) {
      throw bad(config, "%s cannot be read: %s".formatted(name, e.getMessage()));
    }
  }

  private static ConfigException bad(Config config, String why) {
    return new ConfigException.BadValue(
        config.getValue(PASSWORD_FILE).origin(), PASSWORD_FILE, why);
  }

  private static Config with(Config config, String path, String value) {
    return config.withValue(path, ConfigValueFactory.fromAnyRef(value));
  }
}
