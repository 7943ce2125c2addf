package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepClockTest {
  private final Outbox out = new Outbox();
  private final SweepClock clock = new SweepClock(out);

  private List<SmEffect> set(int seconds) {
    clock.set(Duration.ofSeconds(seconds));
    return out.take().stream().map(this::opened).toList();
  }

  private SmEffect opened(SmEffect effect) {
    return effect instanceof SmEffect.StartTimer timer
        ? new SmEffect.StartTimer(
            timer.name(),
            timer.delay(),
            out.open(timer.command()).orElseThrow(),
            timer.isRepeated())
        : effect;
  }

  private static SmEffect every(int seconds) {
    return new SmEffect.StartTimer(
        "light-sweep", Duration.ofSeconds(seconds), new SmCommand.LookAround(), true);
  }

  @Test
  void shouldTakeAnotherInterval() {
    assertThat(set(100)).containsExactly(every(100));
    assertThat(set(5)).containsExactly(every(5));
    assertThat(set(0)).containsExactly(new SmEffect.CancelTimer("light-sweep"));
    assertThat(set(7)).containsExactly(every(7));
  }

  /** Else heavy sweeps that follow each other would put off the next look for ever. */
  @Test
  void shouldGoOnWithAnIntervalThatIsTheSame() {
    assertThat(set(10)).containsExactly(every(10));
    assertThat(set(10)).isEmpty();
  }
}
