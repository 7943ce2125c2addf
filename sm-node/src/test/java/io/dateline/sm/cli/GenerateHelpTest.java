package io.dateline.sm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateHelpTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus",
        "mesh",
        "hypercube",
        "ftree",
        "dragonfly",
        "jellyfish",
        "hyperx",
        "kautz"
      })
  void shouldShowEveryKindInTheFormThatARefusalNames(String kind) {
    String refusal = Ran.dateline("generate", kind).err();
    String marker = "is not of the form ";
    assertThat(refusal).contains(marker);
    String form = refusal.substring(refusal.indexOf(marker) + marker.length()).strip();

    Ran help = Ran.dateline("generate", "--help");

    assertThat(help.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(help.out()).contains("Usage:").contains("  " + form);
  }
}
