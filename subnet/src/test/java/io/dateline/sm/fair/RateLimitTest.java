package io.dateline.sm.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final RateLimit limit = new RateLimit(2, 5);

  private int allowed(long port, int asked, long nowNs) {
    int allowed = 0;
    for (int i = 0; i < asked; i++) {
      allowed += limit.allows(port, nowNs) ? 1 : 0;
    }
    return allowed;
  }

  @Test
  void shouldAllowABurstAndThenSoManyASecond() {
    long now = -3 * SECOND; // nanoTime begins anywhere
    assertThat(allowed(1, 100, now)).isEqualTo(5);
    assertThat(allowed(1, 100, now + SECOND / 4)).isZero();
    assertThat(allowed(1, 100, now + SECOND)).isEqualTo(2);
    assertThat(allowed(1, 100, now + 3 * SECOND)).isEqualTo(4);
    assertThat(allowed(1, 100, now + 1000 * SECOND)).as("no more than a burst").isEqualTo(5);
  }

  @Test
  void shouldCountEachPortByItself() {
    assertThat(allowed(1, 100, 0)).isEqualTo(5);
    assertThat(allowed(2, 100, 0)).isEqualTo(5);
  }

  @Test
  void shouldAllowInAMinuteWhatTheRateSaysHoweverItIsAskedFor() {
    int allowed = 0;
    for (long ms = 0; ms < 60_000; ms++) {
      allowed += limit.allows(1, ms * SECOND / 1000) ? 1 : 0;
    }
    assertThat(allowed).isBetween(5 + 2 * 60 - 2, 5 + 2 * 60);
  }

  @Test
  void shouldNotLimitWhereTheRateIsZero() {
    RateLimit none = new RateLimit(0, 1);
    for (int i = 0; i < 1000; i++) {
      assertThat(none.allows(1, 0)).isTrue();
    }
  }
}
