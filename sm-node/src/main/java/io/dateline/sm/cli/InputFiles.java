package io.dateline.sm.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Files that the user names for reading. */
final class InputFiles {
  // Of st_mode: S_IFMT, S_IFREG, S_IFIFO.
  private static final int TYPE_MASK = 0xF000;
  private static final int TYPE_FILE = 0x8000;
  private static final int TYPE_PIPE = 0x1000;

  private InputFiles() {}

  /**
   * The path of a text.
   *
   * @throws BadInput if it can be none
   */
  static Path path(String what, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new BadInput("%s '%s' is no file name: %s".formatted(what, text, e.getReason()));
    }
  }

  /**
   * The same path.
   *
   * @param what the file is for
   * @throws BadInput if it is no file that can be read
   */
  static Path readable(String what, Path file) {
    if (!Files.exists(file)) {
      throw new BadInput("there is no %s %s".formatted(what, file));
    }
    if (Files.isDirectory(file)) {
      throw new BadInput("%s %s is a folder, a file is wanted".formatted(what, file));
    }
    if (isDevice(file)) {
      throw new BadInput("%s %s is a device, a file is wanted".formatted(what, file));
    }
    if (!Files.isReadable(file)) {
      throw new BadInput("%s %s may not be read".formatted(what, file));
    }
    return file;
  }

  /** Whether it is neither a file nor a pipe, and may have no end, as /dev/zero has none. */
  private static boolean isDevice(Path file) {
    try {
      int type = (Integer) Files.getAttribute(file, "unix:mode") & TYPE_MASK;
      return type != TYPE_FILE && type != TYPE_PIPE;
    } catch (IOException e) {
      throw new BadInput("%s cannot be looked at: %s".formatted(file, e.getMessage()));
    }
  }
}
