package io.dateline.it.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/OPERATIONS.md, "Lines of the log": the program has the words of each line. */
class LogLinesPageTest {
  private static final String SECTION = "## Lines of the log\n";

  @Test
  void eachLineIsOneThatTheProgramWrites() throws IOException {
    String page = Files.readString(Machine.root().resolve("docs/OPERATIONS.md"));
    assertThat(page).contains(SECTION);
    String section = page.substring(page.indexOf(SECTION) + SECTION.length()).split("\n## ", -1)[0];
    List<String> lines =
        section
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.substring(3, line.indexOf('`', 3)))
            .toList();
    assertThat(lines).hasSizeGreaterThan(15);
    String program = program();
    assertThat(lines).allSatisfy(line -> assertThat(program.contains(line)).as(line).isTrue());
  }

  /** All sources, with texts that go over several lines in one piece. */
  private static String program() throws IOException {
    StringBuilder sources = new StringBuilder();
    try (Stream<Path> modules = Files.list(Machine.root())) {
      for (Path folder : modules.map(module -> module.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(folder)) {
          read(folder, sources);
        }
      }
    }
    return sources.toString().replaceAll("\"\\s*\\+\\s*\"", "");
  }

  private static void read(Path folder, StringBuilder sources) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        sources.append(Files.readString(file));
      }
    }
  }
}
