package io.dateline.persistence.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files that hold secrets, or must be true: only their owner may open them (mode 0600). */
public final class PrivateFiles {
  private static final Logger log = LoggerFactory.getLogger(PrivateFiles.class);
  private static final int BYTES_MAX = 4096;
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /** Of a file that is made. */
  static final FileAttribute<Set<PosixFilePermission>> MODE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFiles() {}

  /** Writes a file, all of it or none, so that it is on the disk when this returns. */
  public static void write(Path file, String text) throws IOException {
    Path made = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(made);
    try (FileChannel channel =
        FileChannel.open(
            made, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), MODE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
      folder.force(true);
    }
  }

  /** What is in a small file; nothing where there is none. A link is not followed. */
  public static Optional<String> read(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(file + " is no file");
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer bytes = ByteBuffer.allocate(BYTES_MAX);
      while (bytes.hasRemaining() && channel.read(bytes) > 0) {}
      return Optional.of(StandardCharsets.UTF_8.decode(bytes.flip()).toString());
    }
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
