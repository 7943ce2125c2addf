package io.dateline.sm.node;

import io.dateline.fabric.Guid;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that tools on this host may show, in a file of the state directory that its owner alone
 * can read:
 *
 * <pre>
 * sm_key 0x...
 * sa_key 0x...
 * </pre>
 */
final class KeysFile {
  static final String NAME = "keys";

  private static final Logger LOG = LoggerFactory.getLogger(KeysFile.class);

  private KeysFile() {}

  /** Replaces the file as a whole. Where it cannot be written, the log says so, and why. */
  static void write(Path stateDir, SiteKeys keys) {
    String text =
        "sm_key 0x%s%nsa_key 0x%s%n".formatted(Guid.hex16(keys.smKey()), Guid.hex16(keys.saKey()));
    Path file = stateDir.resolve(NAME);
    try {
      if (!isThere(file, text)) {
        PrivateFile.write(file, text);
      }
    } catch (IOException e) {
      LOG.error("The file {} with the keys for tools cannot be written: {}", file, e.toString());
    }
  }

  private static boolean isThere(Path file, String text) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.getPosixFilePermissions(file).equals(PosixFilePermissions.fromString("rw-------"))
        && Files.readString(file).equals(text);
  }
}
