package io.dateline.fabric.format;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Whether a file that is named can be read to its end. */
public final class ReadableFile {
  // Of st_mode: S_IFMT, S_IFREG, S_IFIFO.
  private static final int TYPE_MASK = 0xF000;
  private static final int TYPE_FILE = 0x8000;
  private static final int TYPE_PIPE = 0x1000;

  private ReadableFile() {}

  /**
   * Looks at a file without opening it.
   *
   * @param what the file is for
   * @return a sentence that says why it cannot be read; nothing where it can
   */
  public static Optional<String> problem(String what, Path file) {
    if (isAbsent(file)) {
      return Optional.of("there is no %s %s".formatted(what, file));
    }
    if (!Files.exists(file)) {
      return Optional.of("%s %s cannot be looked at: %s".formatted(what, file, whyNotSeen(file)));
    }
    if (Files.isDirectory(file)) {
      return Optional.of("%s %s is a folder, a file is wanted".formatted(what, file));
    }
    try {
      if (isDevice(file)) {
        return Optional.of("%s %s is a device, a file is wanted".formatted(what, file));
      }
    } catch (IOException e) {
      return Optional.of("%s cannot be looked at: %s".formatted(file, e.getMessage()));
    }
    return Files.isReadable(file)
        ? Optional.empty()
        : Optional.of("%s %s may not be read".formatted(what, file));
  }

  /**
   * Whether it is certain that there is no such file. A file in a folder that may not be searched
   * is not absent: it may be there, and is to be read or complained of.
   */
  public static boolean isAbsent(Path file) {
    return Files.notExists(file);
  }

  /** Whether it is a pipe: the opening of one end waits for that of the other. */
  public static boolean isPipe(Path file) throws IOException {
    return Files.exists(file)
        && ((Integer) Files.getAttribute(file, "unix:mode") & TYPE_MASK) == TYPE_PIPE;
  }

  /**
   * As {@link #problem}, of a file that a process reads again and again while it does other things:
   * no pipe, and of a size that does it no harm.
   *
   * @param bytesMax that are read
   */
  public static Optional<String> problem(String what, Path file, long bytesMax) {
    return problem(what, file).or(() -> problemOfMuch(what, file, bytesMax));
  }

  private static Optional<String> problemOfMuch(String what, Path file, long bytesMax) {
    try {
      if (isPipe(file)) {
        return Optional.of("%s %s is a pipe, a file is wanted".formatted(what, file));
      }
      return Files.size(file) > bytesMax
          ? Optional.of("%s %s has more than %d bytes".formatted(what, file, bytesMax))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of("%s %s cannot be looked at: %s".formatted(what, file, e.getMessage()));
    }
  }

  private static String whyNotSeen(Path file) {
    try {
      Files.readAttributes(file, BasicFileAttributes.class);
      return "it has just come";
    } catch (AccessDeniedException e) {
      return "a folder above it may not be searched";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /** Whether it is neither a file nor a pipe, and may have no end, as /dev/zero has none. */
  private static boolean isDevice(Path file) throws IOException {
    int type = (Integer) Files.getAttribute(file, "unix:mode") & TYPE_MASK;
    return type != TYPE_FILE && type != TYPE_PIPE;
  }
}
