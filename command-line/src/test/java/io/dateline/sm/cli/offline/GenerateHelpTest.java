package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
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
        "kautz",
        "slimfly"
      })
  void shouldShowEveryKindInTheFormThatARefusalNames(String kind) {
    String refusal = Ran.dateline("generate", kind).err();
    String marker = "is not of the form ";
    assertThat(refusal).contains(marker);
    String[] forms = refusal.substring(refusal.indexOf(marker) + marker.length()).split(" or ");
    assertThat(forms).hasSize(2);

    Ran help = Ran.dateline("generate", "--help");

    assertThat(help.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(help.out())
        .contains("Usage:")
        .contains("  " + forms[0] + " ", " " + forms[1].strip());
  }
}
