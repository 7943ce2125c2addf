package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GuidlessPortsTest {
  private static final long PORT = 7;

  private final GuidlessPorts ports = new GuidlessPorts();

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }

  @Test
  void shouldAskAPortAgainThatWasSilentOnce() {
    ports.unheard(PORT, 0);
    assertThat(ports.now(0)).isEmpty();
    assertThat(ports.untilDue(0)).isEmpty();
    ports.unheard(PORT, 0);
    assertThat(ports.now(0)).containsExactly(PORT);
  }

  @Test
  void shouldDoublePausesUpToTenMinutes() {
    ports.unheard(PORT, 0);
    for (long pause : new long[] {10, 20, 40, 80, 160, 320, 600, 600}) {
      ports.unheard(PORT, 0);
      assertThat(ports.untilDue(seconds(1))).hasValue(Duration.ofSeconds(pause - 1));
      assertThat(ports.now(seconds(pause) - 1)).containsExactly(PORT);
      assertThat(ports.due(seconds(pause) - 1)).isEmpty();
      assertThat(ports.now(seconds(pause))).isEmpty();
      assertThat(ports.due(seconds(pause))).containsExactly(PORT);
    }
  }

  @Test
  void shouldBelieveAPortThatHasAnswered() {
    ports.unheard(PORT, 0);
    ports.heard(PORT);
    ports.unheard(PORT, 0);
    assertThat(ports.now(0)).isEmpty();
  }
}
