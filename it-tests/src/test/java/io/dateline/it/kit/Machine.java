package io.dateline.it.kit;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/** What a test needs of the machine it runs on. Where it is missing, the test says so. */
public final class Machine {
  private static final boolean IN_CI = "true".equals(System.getenv("CI"));
  private static final List<Path> PLACES =
      List.of(Path.of("/usr/sbin"), Path.of("/usr/bin"), Path.of("/sbin"), Path.of("/bin"));

  private static final Path POSTGRESQL = Path.of("/usr/lib/postgresql");

  private Machine() {}

  /** Skips the test where programs are not installed; in CI that is a failure. */
  public static void needs(String... programs) {
    for (String program : programs) {
      if (PLACES.stream().noneMatch(place -> Files.isExecutable(place.resolve(program)))) {
        lack(program);
      }
    }
  }

  /** Skips the test because of something that is missing; in CI that is a failure. */
  public static void lack(String program) {
    String sentence = "this machine lacks " + program;
    if (IN_CI) {
      Assertions.fail(sentence);
    }
    abort(sentence);
  }

  /** Where Debian keeps the programs of its newest PostgreSQL; as {@link #needs} if nowhere. */
  static Path postgresqlPrograms() throws IOException {
    if (!Files.isDirectory(POSTGRESQL)) {
      lack("postgresql");
    }
    try (Stream<Path> versions = Files.list(POSTGRESQL)) {
      Optional<Path> newest =
          versions
              .map(version -> version.resolve("bin"))
              .filter(programs -> Files.isExecutable(programs.resolve("initdb")))
              .max(Comparator.comparingDouble(Machine::version));
      if (newest.isEmpty()) {
        lack("postgresql");
      }
      return newest.orElseThrow();
    }
  }

  private static double version(Path programs) {
    return Double.parseDouble(programs.getParent().getFileName().toString());
  }

  /** The repository's root. */
  public static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("dateline"))) {
      here = here.getParent();
    }
    return here;
  }

  /** The folder of real topologies beside the repository; skips the test where there is none. */
  public static Path realTopologies() {
    Path folder = root().resolveSibling("shared").resolve("topologies/real");
    assumeTrue(Files.isDirectory(folder), "there are no topologies beside the repository");
    return folder;
  }
}
