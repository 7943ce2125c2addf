package io.dateline.routing.chain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of steps, read again. */
class StepTableTest {
  @Test
  void shouldReadEveryIdThatAStepMayHave() {
    String text =
        """
        # step engine topology path-bit switches LIDs ms outcome node
        1 updn 0 0 56 120 81 routed here
        3 ftree 2 0 48 96 77 refused here
        9223372036854775807 dfsssp 2 0 48 96 81 routed 0x0000000001000005
        """;

    assertThat(StepTable.routed(text))
        .hasValueSatisfying(ids -> assertThat(ids).containsExactlyInAnyOrder(1L, Long.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 updn 0 0 56 120 81 routed",
        "one updn 0 0 56 120 81 routed here",
        "9223372036854775808 updn 0 0 56 120 81 routed here"
      })
  void shouldTakeNothingElseForATable(String line) {
    assertThat(StepTable.routed(line + "\n")).isEmpty();
  }
}
