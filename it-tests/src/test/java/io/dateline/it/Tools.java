package io.dateline.it;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The field's own programs, which a machine may have or not. */
public final class Tools {
  private Tools() {}

  /** Skips the test where a program is not installed; in CI it fails. */
  public static void need(String... programs) {
    for (String program : programs) {
      boolean installed =
          Stream.of("/usr/bin", "/usr/sbin")
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
      if (!installed && "true".equals(System.getenv("CI"))) {
        fail(program + " is not installed");
      } else if (!installed) {
        abort(program + " is not installed");
      }
    }
  }
}
