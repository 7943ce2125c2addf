package io.dateline.fabric.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether a file that somebody names can be read to its end. */
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
    if (!Files.exists(file)) {
      return Optional.of("there is no %s %s".formatted(what, file));
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

  /** Whether it is neither a file nor a pipe, and may have no end, as /dev/zero has none. */
  private static boolean isDevice(Path file) throws IOException {
    int type = (Integer) Files.getAttribute(file, "unix:mode") & TYPE_MASK;
    return type != TYPE_FILE && type != TYPE_PIPE;
  }
}
