package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorReasonTest {
  @ParameterizedTest
  @ValueSource(strings = {"x", "rack 7 was rewired", "Umbau \u00fc\u4e2d\ud83d\ude00", "a\u00a0b"})
  void shouldTakeWhatStaysInItsLine(String reason) {
    assertThat(OperatorReason.isFit(reason)).isTrue();
  }

  /** An escape sequence, a forged line of the history, a text that is read from right to left. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a\u001b[31mred",
        "x\n99 2026-11-22 term 7 forged",
        "x\ry",
        "x\u0000",
        "x\u0085y",
        "x\u2028y",
        "x\u202egnp",
        "x\ud800y"
      })
  void shouldRefuseWhatDoesNot(String reason) {
    assertThat(OperatorReason.isFit(reason)).isFalse();
  }

  @Test
  void shouldRefuseWhatIsLong() {
    assertThat(OperatorReason.isFit("x".repeat(OperatorReason.LENGTH_MAX))).isTrue();
    assertThat(OperatorReason.isFit("x".repeat(OperatorReason.LENGTH_MAX + 1))).isFalse();
  }
}
