package io.dateline.persistence.file;

import com.sun.security.auth.module.UnixSystem;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
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
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** A text file that only its owner may read and write: mode 0600. */
public final class PrivateFile {
  private static final FileAttribute<Set<PosixFilePermission>> MODE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");
  private static final long ROOT = 0;

  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  /** With which the name of a file ends that is not whole yet; its own name is before it. */
  private static final String DRAFT = ".new";

  private PrivateFile() {}

  /** Whether this is the name of what is left where a process was killed while it wrote a file. */
  public static boolean isDraftOf(String file, String name) {
    return name.startsWith("." + file) && name.endsWith(DRAFT);
  }

  /** Removes what a process has left that was killed while it wrote some files of a folder. */
  public static void removeDrafts(Path folder, Collection<String> files) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      for (Path path : all.toList()) {
        String name = path.getFileName().toString();
        if (files.stream().anyMatch(file -> isDraftOf(file, name))) {
          Files.deleteIfExists(path);
        }
      }
    }
  }

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

  /** What is written into a file. */
  public interface Content {
    void write(Writer out) throws IOException;
  }

  /** As {@link #create}, in the place of what is there. */
  public static void write(Path path, String text) throws IOException {
    write(path, out -> out.write(text));
  }

  /** As the other, with a text that need not be in memory as a whole. */
  public static void write(Path path, Content content) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    // Opened once: a name could lead elsewhere the second time.
    Path draft = folder.resolve("." + path.getFileName() + UUID.randomUUID() + DRAFT);
    try {
      try (FileChannel channel = FileChannel.open(draft, NEW, MODE);
          Writer out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8))) {
        content.write(out);
        out.flush();
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
