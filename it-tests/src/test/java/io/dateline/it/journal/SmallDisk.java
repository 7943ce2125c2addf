package io.dateline.it.journal;

import io.dateline.it.kit.Running;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** A file system of a few megabytes that a test can fill to the last byte. Takes root to mount. */
record SmallDisk(Path path) implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int CHUNK_BYTES = 4096;

  /** Mounts one below {@code folder}, or skips the test. */
  static SmallDisk mount(Path folder, int megabytes) throws IOException {
    Path path = Files.createDirectory(folder.resolve("disk"));
    Path output = folder.resolve("mount.log");
    try {
      Running.Ended ended =
          Running.run(
              output,
              PATIENCE,
              Map.of(),
              List.of("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", "" + path));
      Assumptions.assumeTrue(ended.exitCode() == 0, "cannot mount a tmpfs: " + ended.output());
    } catch (UncheckedIOException e) {
      Assumptions.abort("cannot mount a tmpfs: " + e.getMessage());
    }
    return new SmallDisk(path);
  }

  /** Leaves no room for a byte more. */
  void fill() throws IOException {
    try (OutputStream file = Files.newOutputStream(ballast())) {
      while (true) {
        file.write(new byte[CHUNK_BYTES]);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  /** Takes out what {@link #fill} put in. */
  void empty() throws IOException {
    Files.delete(ballast());
  }

  private Path ballast() {
    return path.resolve("ballast");
  }

  @Override
  public void close() {
    Running.Ended ended =
        Running.run(
            path.resolveSibling("umount.log"), PATIENCE, Map.of(), List.of("umount", "" + path));
    if (ended.exitCode() != 0) {
      throw new IllegalStateException("cannot unmount " + path + ": " + ended.output());
    }
  }
}
