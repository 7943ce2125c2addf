package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What keeps strangers out: the block {@code dateline.security}.
 *
 * @param certificates directory with the node's certificate, its key and the authorities; empty
 *     where there is none
 * @param acceptsUnencrypted whether the operator accepts that what leaves this host can be read and
 *     changed on the way
 */
public record SecuritySettings(Optional<Path> certificates, boolean acceptsUnencrypted) {
  static final String CERTIFICATES = "dateline.security.certificates";
  static final String UNENCRYPTED = "dateline.security.unencrypted";

  /**
   * Reads {@code dateline.security}.
   *
   * @throws ConfigException that names the key, if a value is missing or wrong
   */
  public static SecuritySettings of(Config config) {
    String directory = config.getString(CERTIFICATES);
    return new SecuritySettings(
        directory.isEmpty() ? Optional.empty() : Optional.of(Path.of(directory)), accepts(config));
  }

  private static boolean accepts(Config config) {
    String word = config.getString(UNENCRYPTED);
    return switch (word) {
      case "accepted" -> true;
      case "refused" -> false;
      default ->
          throw new ConfigException.BadValue(
              config.getValue(UNENCRYPTED).origin(),
              UNENCRYPTED,
              "must be refused or accepted, not '%s'".formatted(word));
    };
  }
}
