package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValueFactory;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the journal is, and that nothing between it and the node can read or change what is sent. A
 * PostgreSQL server on another host has to show a certificate of the node's authority, for its
 * name. An H2 server is for nodes on its own host.
 */
final class JournalUrl {
  private static final String URL = "dateline.persistence.postgresql.url";
  private static final String H2_URL = "dateline.persistence.h2.url";
  private static final Pattern SERVERS = Pattern.compile("jdbc:postgresql://([^/?]*).*");
  private static final Pattern H2_SERVER = Pattern.compile("jdbc:h2:tcp://([^/]*)/.*");
  private static final Pattern MODE = Pattern.compile("[?&]sslmode=([^&]*)");

  /** Those that send the password to any server. */
  private static final Set<String> WEAK = Set.of("disable", "allow", "prefer", "require");

  private JournalUrl() {}

  /**
   * The configuration with TLS to the server, where the URL says nothing of it.
   *
   * @throws ConfigException if the server is on another host, there is no certificate to know it
   *     by, and the operator has not accepted that
   */
  static Config encrypted(Config config) {
    if (!config.getString("dateline.persistence.backend").equals("postgresql")) {
      checkH2(config);
      return config;
    }
    String url = config.getString(URL);
    SecuritySettings security = SecuritySettings.of(config);
    Optional<String> mode = mode(url);
    boolean isWeak = mode.map(WEAK::contains).orElse(true);
    if (isOnThisHost(url) || !isWeak) {
      return config;
    }
    if (mode.isEmpty() && security.certificates().isPresent()) {
      return config.withValue(
          URL, ConfigValueFactory.fromAnyRef(with(url, security.certificates().get()), URL));
    }
    if (security.acceptsUnencrypted()) {
      return config;
    }
    throw new ConfigException.BadValue(
        config.getValue(URL).origin(),
        URL,
        "the server is on another host, and the password and the keys of the fabric could be read"
            + " on the way: set "
            + SecuritySettings.CERTIFICATES
            + ", whose ca.pem knows the server, or sslmode=verify-full and sslrootcert in the URL,"
            + " or accept that with "
            + SecuritySettings.UNENCRYPTED
            + " = accepted");
  }

  private static void checkH2(Config config) {
    Matcher matcher = H2_SERVER.matcher(config.getString(H2_URL));
    if (matcher.matches()
        && !isLoopback(matcher.group(1))
        && !SecuritySettings.of(config).acceptsUnencrypted()) {
      throw new ConfigException.BadValue(
          config.getValue(H2_URL).origin(),
          H2_URL,
          "an H2 journal is for nodes on its own host: between hosts it could be read on the way."
              + " Take PostgreSQL, or accept that with "
              + SecuritySettings.UNENCRYPTED
              + " = accepted");
    }
  }

  private static boolean isLoopback(String server) {
    return NodeAddress.isLoopback(server.replaceFirst(":\\d+$", ""));
  }

  /** Parameters that name a server in the place of the one in the URL. */
  private static final Pattern ELSEWHERE =
      Pattern.compile("[?&](service|PGHOST)=", Pattern.CASE_INSENSITIVE);

  private static Optional<String> mode(String url) {
    Matcher matcher = MODE.matcher(url);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static boolean isOnThisHost(String url) {
    if (ELSEWHERE.matcher(url).find()) {
      return false;
    }
    Matcher matcher = SERVERS.matcher(url);
    List<String> servers =
        matcher.matches() ? Arrays.asList(matcher.group(1).split(",", -1)) : List.of();
    return servers.stream().allMatch(server -> server.isEmpty() || isLoopback(server));
  }

  private static String with(String url, Path certificates) {
    return url
        + (url.contains("?") ? "&" : "?")
        + "sslmode=verify-full&sslrootcert="
        + URLEncoder.encode(
            certificates.resolve("ca.pem").toAbsolutePath().toString(), StandardCharsets.UTF_8);
  }
}
