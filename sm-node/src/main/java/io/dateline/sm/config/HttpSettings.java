package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.sm.config.Listener.Access;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The blocks {@code dateline.http} and {@code dateline.cluster.management}. What is heard on this
 * host only is open to reading; beyond it, everything is encrypted and needs a token, unless the
 * operator says otherwise.
 *
 * @param main where everything is
 * @param management where health and membership are as well, if anywhere
 * @param tokenFile of tokens and their roles
 * @param certificates folder with the node's certificate, empty without one
 */
public record HttpSettings(
    Listener main, Optional<Listener> management, Path tokenFile, Optional<Path> certificates) {
  private static final String BLOCK = "dateline.http.";
  private static final String AUTO = "auto";

  /**
   * Reads the blocks.
   *
   * @throws ConfigException that names the key, if a value is missing or malformed, or if it would
   *     send tokens over a network in the clear
   */
  static HttpSettings of(Config config, Path stateDir, Optional<NodeAddress> management) {
    String file = config.getString(BLOCK + "token-file");
    return new HttpSettings(
        listener(
            config,
            BLOCK + "host",
            config.getString(BLOCK + "host"),
            Ranges.inRange(config, BLOCK + "port", 0, 65_535)),
        management.map(
            address ->
                listener(
                    config, "dateline.cluster.management.host", address.host(), address.port())),
        file.isEmpty() ? stateDir.resolve("tokens") : Path.of(file),
        SecuritySettings.of(config).certificates());
  }

  /** Whether one of the servers speaks HTTPS. */
  public boolean needsCertificate() {
    return main.tls() || management.filter(Listener::tls).isPresent();
  }

  private static Listener listener(Config config, String hostKey, String host, int port) {
    boolean isLocal = isLoopback(host);
    boolean tls = tls(config, isLocal);
    if (!SecuritySettings.of(config).acceptsUnencrypted() && !isLocal && !tls) {
      throw new ConfigException.BadValue(
          config.getValue(hostKey).origin(),
          hostKey,
          "%s is not a loopback address, and tokens and answers could be read on the way: set %s,"
                  .formatted(host, SecuritySettings.CERTIFICATES)
              + " for HTTPS, or accept that with "
              + SecuritySettings.UNENCRYPTED
              + " = accepted");
    }
    return new Listener(
        host,
        port,
        tls,
        access(config, "reading", isLocal ? Access.OPEN : Access.TOKEN),
        access(config, "metrics", Access.OPEN),
        List.copyOf(config.getStringList(BLOCK + "allowed-hosts")));
  }

  private static boolean tls(Config config, boolean isLocal) {
    boolean has = SecuritySettings.of(config).certificates().isPresent();
    String key = BLOCK + "tls";
    return switch (word(config, key, AUTO, "on", "off")) {
      case "on" -> {
        if (!has) {
          throw new ConfigException.BadValue(
              config.getValue(key).origin(),
              key,
              "needs a certificate: set " + SecuritySettings.CERTIFICATES);
        }
        yield true;
      }
      case "off" -> false;
      default -> has && !isLocal;
    };
  }

  private static Access access(Config config, String name, Access otherwise) {
    return switch (word(config, BLOCK + name, AUTO, "open", "token")) {
      case "open" -> Access.OPEN;
      case "token" -> Access.TOKEN;
      default -> otherwise;
    };
  }

  /** Bare {@code on} and {@code off} are booleans to the format, and come as these words. */
  private static String word(Config config, String key, String... known) {
    String word = config.getString(key);
    String said =
        switch (word) {
          case "true" -> "on";
          case "false" -> "off";
          default -> word;
        };
    if (Arrays.stream(known).noneMatch(said::equals)) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(),
          key,
          "takes one of %s, not '%s'".formatted(String.join(", ", known), word));
    }
    return said;
  }

  private static boolean isLoopback(String host) {
    try {
      return Stream.of(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false; // whatever it will be
    }
  }
}
