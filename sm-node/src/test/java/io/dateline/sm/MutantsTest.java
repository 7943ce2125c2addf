package io.dateline.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each patch that takes a guard away (docs/TESTING.md) fits the code of today. */
class MutantsTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void shouldFindTheLinesThatPatchesTakeAway() throws IOException {
    List<Path> patches;
    try (Stream<Path> files = Files.list(Path.of("src/test/mutants"))) {
      patches = files.filter(file -> file.toString().endsWith(".patch")).sorted().toList();
    }
    assertThat(patches).hasSizeGreaterThanOrEqualTo(15);
    List<String> misfits = new ArrayList<>();
    for (Path patch : patches) {
      String[] files = Files.readString(patch).split("(?m)^--- a/");
      for (String file : Arrays.copyOfRange(files, 1, files.length)) {
        String code = Files.readString(ROOT.resolve(file.lines().findFirst().orElseThrow()));
        String[] hunks = file.split("(?m)^@@ .*\n");
        Arrays.stream(hunks)
            .skip(1)
            .filter(hunk -> !code.contains(before(hunk)))
            .forEach(hunk -> misfits.add(patch.getFileName() + ":\n" + hunk));
        assertThat(hunks).as("%s", patch).hasSizeGreaterThan(1);
      }
      assertThat(files).as("%s", patch).hasSizeGreaterThan(1);
    }
    assertThat(misfits).isEmpty();
  }

  /** What a hunk expects: lines that it takes away, and those around them. */
  private static String before(String hunk) {
    return hunk.lines()
        .filter(line -> line.startsWith(" ") || line.startsWith("-"))
        .map(line -> line.substring(1))
        .collect(Collectors.joining("\n"));
  }
}
