package io.dateline.sm.cli.remote;

import io.dateline.persistence.file.PrivateFile;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.token.Role;
import io.dateline.sm.token.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a command finds the token that it shows a node. */
final class ClientTokens {
  /** Those of a node on this host, started by hand or by the service manager. */
  private static final List<Path> PLACES =
      List.of(Path.of("state", "tokens"), Path.of("/var/lib/dateline/tokens"));

  private final Optional<Path> given;
  private final List<Path> places;

  /** Tokens of a file that was named, or else of those of a node on this host. */
  ClientTokens(Optional<Path> given) {
    this(given, PLACES);
  }

  ClientTokens(Optional<Path> given, List<Path> places) {
    this.given = given;
    this.places = places;
  }

  /**
   * A token for a role. What was found, and not named, goes to this host or through HTTPS only: a
   * URL that somebody else wrote must not get it.
   *
   * @throws BadInput if the file that was named, or one that can be read, has no tokens in it
   */
  Optional<String> token(Role role, URI node) {
    if (given.isPresent()) {
      return tokens(given.get()).token(role);
    }
    return isSafe(node)
        ? places.stream()
            .filter(Files::isReadable)
            .flatMap(path -> tokens(path).token(role).stream())
            .findFirst()
        : Optional.empty();
  }

  private static Tokens tokens(Path path) {
    try {
      return Tokens.parse(PrivateFile.read(path));
    } catch (IllegalArgumentException e) {
      throw new BadInput("token file %s: %s".formatted(path, e.getMessage()));
    } catch (NoSuchFileException e) {
      throw new BadInput("token file %s: there is no such file".formatted(path));
    } catch (IOException e) {
      throw new BadInput("token file: " + e.getMessage());
    }
  }

  private static boolean isSafe(URI node) {
    try {
      return node.getScheme().equals("https")
          || Stream.of(InetAddress.getAllByName(node.getHost()))
              .allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Where tokens are looked for, for a user who has none. */
  String whereLookedFor() {
    return given.isPresent()
        ? "it was looked for in " + given.get()
        : "it was looked for in %s (for http beyond this host it has to be named)"
            .formatted(String.join(" and ", places.stream().map(Path::toString).toList()));
  }
}
