package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/SECURITY.md: each statement names a test, and that test is there and is run. */
class SecurityPageTest {
  private static final String TITLES = "| statement | test |";
  private static final String RULE = "|---|---|";
  private static final Pattern IS_RUN =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|Property|ArchTest)\\b");

  @Test
  void eachStatementNamesATestThatExists() throws IOException {
    Map<String, String> sources = testSources();
    List<String> broken = new ArrayList<>();
    int statements = 0;
    for (String line : Files.readAllLines(Machine.root().resolve("docs/SECURITY.md"))) {
      if (!line.startsWith("|") || line.equals(TITLES) || line.equals(RULE)) {
        continue;
      }
      statements++;
      String[] cells = line.split("\\|", -1);
      if (cells.length != 4 || !isThere(cells[2].strip(), sources)) {
        broken.add(line);
      }
    }
    assertThat(broken).as("rows that name no test which exists").isEmpty();
    assertThat(statements).isPositive();
  }

  /** Whether {@code Class.method} is a test that runs: what is before it is its annotations. */
  private static boolean isThere(String test, Map<String, String> sources) {
    int dot = test.indexOf('.');
    if (dot <= 0) {
      return false;
    }
    String source = sources.getOrDefault(test.substring(0, dot), "");
    int method = source.indexOf("void " + test.substring(dot + 1) + "(");
    if (method < 0 || source.contains("@Disabled")) {
      return false;
    }
    String before = source.substring(source.lastIndexOf("\n\n", method) + 1, method);
    return IS_RUN.matcher(before).find();
  }

  /** Text of every test class, by its simple name. */
  private static Map<String, String> testSources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> modules = Files.list(Machine.root())) {
      for (Path folder : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(folder)) {
          read(folder, sources);
        }
      }
    }
    return sources;
  }

  private static void read(Path folder, Map<String, String> sources) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        sources.put(name, Files.readString(file));
      }
    }
  }
}
