package io.dateline.mad.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ExchangeSettingsTest {
  private static final ExchangeSettings DEFAULT = ExchangeSettings.DEFAULT;

  @Test
  void shouldNameTheValueThatIsOutOfRange() {
    assertThatThrownBy(() -> DEFAULT.withPatience(0, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("timeoutMs is 0, must be 1 to 60000");
    assertThatThrownBy(() -> DEFAULT.withPatience(200, -1)).hasMessageContaining("retries is -1");
    assertThatThrownBy(() -> DEFAULT.withBusy(0, 1)).hasMessageContaining("busyPauseMs is 0");
  }

  @Test
  void shouldKeepTheWindowsInProportion() {
    assertThatThrownBy(() -> DEFAULT.withWindows(4, 5))
        .hasMessage("targetWindow is 5, must be 1 to 4");
    assertThatThrownBy(() -> DEFAULT.withWindows(5000, 8)).hasMessageContaining("portWindow");
    assertThatThrownBy(() -> DEFAULT.withQueueMax(63)).hasMessageContaining("queueMax is 63");
  }
}
