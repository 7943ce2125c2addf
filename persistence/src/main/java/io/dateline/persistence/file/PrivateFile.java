package io.dateline.persistence.file;

import com.sun.security.auth.module.UnixSystem;
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
import java.util.Set;

/** A small text file that only its owner may read and write: mode 0600. */
public final class PrivateFile {
  private static final FileAttribute<Set<PosixFilePermission>> MODE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");
  private static final long ROOT = 0;

  private PrivateFile() {}

  /**
   * Writes a file that is not there yet. It is on disk, and whole, when this returns; a crash
   * before leaves none.
   *
   * @throws FileAlreadyExistsException if something is there, a link included
   */
  public static void create(Path path, String text) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    write(path, text);
  }

  /** As {@link #create}, in the place of what is there. */
  public static void write(Path path, String text) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    Path draft = Files.createTempFile(folder, "." + path.getFileName(), ".new", MODE);
    try {
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
    try (FileChannel entry = FileChannel.open(folder, StandardOpenOption.READ)) {
      entry.force(true);
    }
  }

  /**
   * Reads a file, unless others than its owner may do something with it.
   *
   * @throws NotPrivateException if others may, or if it belongs to another user; root may read all
   */
  public static String read(Path path) throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path);
    if (mode.stream().anyMatch(OTHERS::contains)) {
      throw new NotPrivateException(
          "%s is open to others (%s): only its owner may have access (chmod 600)"
              .formatted(path, PosixFilePermissions.toString(mode)));
    }
    long self = new UnixSystem().getUid();
    long owner = ((Number) Files.getAttribute(path, "unix:uid")).longValue();
    if (self != owner && self != ROOT) {
      throw new NotPrivateException(path + " belongs to another user");
    }
    return Files.readString(path);
  }
}
