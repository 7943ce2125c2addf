package io.dateline.it.security;

import akka.remote.artery.tcp.SSLEngineProvider;
import io.dateline.sm.tls.CredentialFiles;
import io.dateline.sm.tls.Credentials;
import io.dateline.sm.tls.MemberTls;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A {@link Stranger} in a process of its own, on another host than the test's. Prints {@code HEARD}
 * if it reached an actor, and {@code NOT HEARD} if it did not, though it tried to join and to end
 * the manager.
 */
final class StrangerMain {
  static final String HEARD = "HEARD";
  static final String NOT_HEARD = "NOT HEARD";
  static final String NO_TLS = "none";

  private StrangerMain() {}

  /**
   * Takes its own address, that of the node, the node's port, a directory or "none", and {@link
   * #HEARD} where that is what it should be.
   */
  public static void main(String[] arguments) {
    String target = arguments[1];
    int port = Integer.parseInt(arguments[2]);
    try (Stranger stranger = Stranger.start(arguments[0], target, tls(arguments[3], target))) {
      boolean isExpected = arguments.length > 4 && arguments[4].equals(HEARD);
      boolean isHeard =
          isExpected ? stranger.reaches(port, Stranger.LONG_PATIENCE) : isHeard(stranger, port);
      System.out.println(isHeard ? HEARD : NOT_HEARD);
    }
  }

  private static boolean isHeard(Stranger stranger, int port) {
    if (stranger.reaches(port)) {
      return true;
    }
    stranger.join(port);
    stranger.poison(port);
    return stranger.reaches(port);
  }

  private static Optional<SSLEngineProvider> tls(String directory, String target) {
    if (directory.equals(NO_TLS)) {
      return Optional.empty();
    }
    Credentials shown = CredentialFiles.read(Path.of(directory), Instant.now());
    return Optional.of(new MemberTls(() -> shown, List.of(target), false));
  }
}
