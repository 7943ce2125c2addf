package io.dateline.sm.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What is made of some files, made again when one of them has changed. Files that cannot be used,
 * as while they are being replaced, leave the last good one in force; that is told once for each
 * change. Any thread may ask.
 */
public final class WatchedFiles<T> implements Supplier<T> {
  private final List<Path> files;
  private final Supplier<T> reading;
  private final Consumer<T> onReplaced;
  private final Consumer<RuntimeException> onUnusable;
  private List<String> seen;
  private T current;

  /**
   * Reads them for the first time, and throws what that throws.
   *
   * @param reading makes the value; throws a runtime exception where the files cannot be used
   */
  public WatchedFiles(
      List<Path> files,
      Supplier<T> reading,
      Consumer<T> onReplaced,
      Consumer<RuntimeException> onUnusable) {
    this.files = List.copyOf(files);
    this.reading = reading;
    this.onReplaced = onReplaced;
    this.onUnusable = onUnusable;
    seen = stamps();
    current = reading.get();
  }

  @Override
  public synchronized T get() {
    List<String> now = stamps();
    if (!now.equals(seen)) {
      seen = now;
      try {
        current = reading.get();
        onReplaced.accept(current);
      } catch (RuntimeException e) {
        onUnusable.accept(e);
      }
    }
    return current;
  }

  private List<String> stamps() {
    return files.stream().map(WatchedFiles::stamp).toList();
  }

  /** Changes when the file does; also when it is another one of the same name. */
  private static String stamp(Path file) {
    try {
      return Files.readAttributes(file, "unix:ino,size,lastModifiedTime,ctime").toString();
    } catch (IOException e) {
      return e.toString();
    }
  }
}
