package io.dateline.persistence.journal;

import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Our files in a state directory, which only their owner may open: mode 0600. */
final class PrivateFiles {
  private static final Logger log = LoggerFactory.getLogger(PrivateFiles.class);
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /** Of a file that is made. */
  static final FileAttribute<Set<PosixFilePermission>> MODE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFiles() {}

  /** What is in a small file; nothing where there is none. */
  static Optional<String> read(Path file) throws IOException {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(PrivateFile.read(file))
        : Optional.empty();
  }

  /** Makes an empty file, unless there is one. */
  static void make(Path file) throws IOException {
    try {
      Files.createFile(file, MODE);
    } catch (FileAlreadyExistsException e) {
      tighten(file);
    }
  }

  /** Takes from group and others what they may do with a file or folder, and says so. */
  static void tighten(Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      return;
    }
    Set<PosixFilePermission> had = Files.getPosixFilePermissions(file);
    if (!OWNERS.containsAll(had)) {
      Set<PosixFilePermission> left = EnumSet.copyOf(OWNERS);
      left.retainAll(had);
      Files.setPosixFilePermissions(file, left);
      log.warn(
          "{} had mode {}: only its owner may open it now",
          file,
          PosixFilePermissions.toString(had));
    }
  }
}
