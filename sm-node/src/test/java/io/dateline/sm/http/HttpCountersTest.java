package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HttpCountersTest {
  private final AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - 5); // such clocks may overflow
  private final HttpCounters counters = new HttpCounters(nowNs::get);

  @Test
  void shouldSayHowManyWereNotToldBetweenTwoLines() {
    try (LogLines log = new LogLines()) {
      for (int time = 0; time < 5; time++) {
        counters.count(HttpEvent.NO_TOKEN, "first");
      }
      counters.count(HttpEvent.OTHER_HOST, "another kind");
      nowNs.addAndGet(HttpCounters.SILENCE.toNanos() - 1);
      counters.count(HttpEvent.NO_TOKEN, "still silent");
      counters.countOnly(HttpEvent.NO_TOKEN);
      nowNs.incrementAndGet();
      counters.count(HttpEvent.NO_TOKEN, "second");
      assertThat(log.messages())
          .containsExactly(
              "HTTP: first", "HTTP: another kind", "HTTP: second (and 5 like it before, not told)");
    }
    assertThat(counters.all()).containsEntry(HttpEvent.NO_TOKEN, 8L);
  }
}
