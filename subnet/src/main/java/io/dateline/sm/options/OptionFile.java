package io.dateline.sm.options;

import io.dateline.fabric.format.FormatException;
import io.dateline.fabric.format.ReadableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Files that options name. They are read once, when a node starts. */
public final class OptionFile {
  private OptionFile() {}

  /** Reads one kind of file. */
  public interface Reader<T> {
    T read(Path file) throws IOException;
  }

  /**
   * Whether there is nothing to read: no file is named, or that at OpenSM's own place, which need
   * not be there. A link that leads nowhere is a file that is missing.
   *
   * @param value canonical
   */
  public static boolean isNone(OpensmOption option, String value) {
    if (value.equals(OptionKind.NOTHING)) {
      return true;
    }
    return option.isStandard(value)
        && ReadableFile.isAbsent(Path.of(value))
        && !Files.isSymbolicLink(Path.of(value));
  }

  /**
   * A sentence about a file that is read at OpenSM's own place: nobody has named it, and a copy of
   * OpenSM's files that was made to be read in its place is not. Nothing where another file is
   * named, or none is there.
   *
   * @param value canonical
   */
  public static Optional<String> note(OpensmOption option, String value) {
    return option.isStandard(value) && !isNone(option, value)
        ? Optional.of("%s is read, the default of %s".formatted(value, option.name()))
        : Optional.empty();
  }

  /**
   * What a file says whose name is an option's value; nothing where the value is {@link
   * OptionKind#NOTHING}.
   *
   * @param option its value is canonical
   * @throws OptionException if there is no such file, it cannot be read, or something is wrong with
   *     it
   */
  public static <T> Optional<T> read(GivenOption option, Reader<T> reader) {
    if (option.value().equals(OptionKind.NOTHING)) {
      return Optional.empty();
    }
    Path file = file(option);
    try {
      return Optional.of(reader.read(file));
    } catch (FormatException e) {
      throw new OptionException(option, "cannot be used: " + e.getMessage());
    } catch (IOException e) {
      throw new OptionException(option, "%s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }

  private static Path file(GivenOption option) {
    try {
      Path file = Path.of(option.value());
      ReadableFile.problem("file", file)
          .ifPresent(
              sentence -> {
                throw new OptionException(option, "cannot be used: " + sentence);
              });
      return file;
    } catch (InvalidPathException e) {
      throw new OptionException(option, "is no file name: " + e.getReason());
    }
  }
}
