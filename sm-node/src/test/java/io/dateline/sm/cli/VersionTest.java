package io.dateline.sm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.cli.console.Ran;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --version}, which every command's help names. */
class VersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"--version", "node --version", "route -V", "certificates node --version"})
  void shouldTellTheBuild(String line) {
    Ran ran = Ran.of(Dateline.PROGRAM, line.split(" "));

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).startsWith("dateline ").contains(".");
  }
}
