package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.DirectedRoute;
import java.util.List;
import org.junit.jupiter.api.Test;

class PollingTest {
  private static final int RETRIES = 4;
  private final Polling polling = new Polling(1, DirectedRoute.LOCAL, RETRIES);

  private void poll(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(polling.goesOn()).as("poll %d", i).isTrue();
    }
  }

  /** As OpenSM: as many retries as set, after the first poll. */
  @Test
  void shouldEndAfterTheRetriesAreUsedUp() {
    poll(1 + RETRIES);
    assertThat(polling.goesOn()).isFalse();
  }

  @Test
  void shouldBeginToCountAgainAtEveryAnswer() {
    poll(1 + RETRIES);
    polling.answered(false);
    poll(1 + RETRIES);
    assertThat(polling.goesOn()).isFalse();
  }

  @Test
  void shouldTellOnceOfOneThatKeepsTheSubnet() {
    assertThat(List.of(polling.answered(true), polling.answered(true))).containsOnly(false);
    assertThat(polling.answered(true)).isTrue();
    assertThat(polling.answered(true)).isFalse();
    assertThat(polling.isReluctant()).isTrue();
  }

  /** It hands over, or this one has the lower claim now. */
  @Test
  void shouldForgetWhatItOwedWhenItOwesNothing() {
    polling.answered(true);
    polling.answered(true);
    polling.answered(false);
    assertThat(polling.answered(true)).isFalse();
    assertThat(polling.isReluctant()).isFalse();
  }
}
