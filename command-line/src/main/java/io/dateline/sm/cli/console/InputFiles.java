package io.dateline.sm.cli.console;

import io.dateline.fabric.format.ReadableFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Files that the user names for reading. */
public final class InputFiles {
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
  public static Path readable(String what, Path file) {
    ReadableFile.problem(what, file)
        .ifPresent(
            sentence -> {
              throw new BadInput(sentence);
            });
    return file;
  }
}
