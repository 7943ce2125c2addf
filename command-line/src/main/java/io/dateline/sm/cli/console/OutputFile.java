package io.dateline.sm.cli.console;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that the user names for writing. */
public final class OutputFile {
  private OutputFile() {}

  /** What is in it. */
  public interface Content {
    void write(Appendable out) throws IOException;
  }

  /**
   * Looks at the place, before anything that takes long; what is there stays.
   *
   * @param file null where there is none to write
   * @throws FileSystemException that names the file, if it cannot be made there
   */
  public static void requirePlace(Path file) throws FileSystemException {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a folder");
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NoSuchFileException(file.toString());
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new AccessDeniedException(file.toString());
    }
  }

  /**
   * Writes it.
   *
   * @throws IOException that names the file, if it cannot be written whole
   */
  public static void write(Path file, Content content) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      content.write(out);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) { // such as a full disk, which names no file
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }
}
