package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.DirectedRoute;
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
    polling.answered();
    poll(1 + RETRIES);
    assertThat(polling.goesOn()).isFalse();
  }
}
