package io.dateline.fabric;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Files kept beside the repository, which not every machine has. */
public final class SharedFiles {
  private SharedFiles() {}

  /** A file or folder under {@code ../shared}; where it is absent the calling test is skipped. */
  public static Path find(String relative) {
    Path root = Path.of("").toAbsolutePath();
    while (root != null && !Files.exists(root.resolve("build"))) {
      root = root.getParent();
    }
    assumeTrue(root != null, "the root of the repository was not found");
    Path file = root.resolveSibling("shared").resolve(relative);
    assumeTrue(Files.exists(file), () -> file + " is absent");
    return file;
  }
}
