package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.discover.Extent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepDemandTest {
  private final List<Duration> delays = new ArrayList<>();
  private final Outbox out = new Outbox();
  private final StepTime time = new StepTime(new Now(0, 0));
  private long nowMs;

  private final SweepDemand demand = new SweepDemand(out, time);

  /** What timers were started with. */
  private List<Long> millis() {
    out.take().stream()
        .filter(SmEffect.StartTimer.class::isInstance)
        .forEach(timer -> delays.add(((SmEffect.StartTimer) timer).delay()));
    return delays.stream().map(Duration::toMillis).toList();
  }

  private List<Long> seconds() {
    return millis().stream().map(millis -> millis / 1000).toList();
  }

  private void pass(long millis) {
    nowMs += millis;
    time.set(new Now(nowMs * 1_000_000L, nowMs));
  }

  @Test
  void whatEnginesGoOnRefusingIsTriedLessAndLessOften() {
    for (int failure = 0; failure < 7; failure++) {
      demand.sweepRefused("why");
    }
    assertThat(seconds()).containsExactly(2L, 4L, 8L, 16L, 30L, 30L, 30L);
  }

  /** A sweep that traps have asked for ends, and there are traps again at once. */
  private void sweepForTraps(boolean isNew) {
    demand.afterGap("trap", Extent.WHOLE); // the timer runs
    pass(millis().getLast());
    demand.sweepBegins();
    demand.addForTrap("trap", Extent.WHOLE);
    demand.sweepEnded(isNew);
  }

  @Test
  void shouldSweepForTheFirstTrapAtOnce() {
    assertThat(demand.afterGap("trap", Extent.WHOLE)).contains("trap");
  }

  @Test
  void shouldSweepLessAndLessOftenForTrapsThatTellNothingNew() {
    demand.sweepEnded(true);
    for (int i = 0; i < 9; i++) {
      sweepForTraps(false);
    }
    assertThat(millis())
        .containsExactly(250L, 500L, 1000L, 2000L, 4000L, 8000L, 16_000L, 16_000L, 16_000L);
  }

  @Test
  void shouldNotHaveAnotherTrapWaitAsLongAsOneThatTellsNothing() {
    demand.sweepEnded(true);
    for (int i = 0; i < 9; i++) {
      sweepForTraps(false);
    }
    demand.afterGap("trap", Extent.WHOLE);
    demand.afterGap("trap of another port", Extent.WHOLE);
    assertThat(millis().getLast()).isEqualTo(4000);
    pass(4000);
    assertThat(demand.afterGap("trap of another port", Extent.WHOLE))
        .contains("trap of another port");
  }

  @Test
  void shouldBeginAnewOnceATrapWasRight() {
    demand.sweepEnded(true);
    sweepForTraps(false);
    sweepForTraps(false);
    sweepForTraps(true);
    sweepForTraps(false);
    assertThat(millis()).containsExactly(250L, 500L, 1000L, 250L);
  }

  @Test
  void shouldSweepAtOnceForATrapAfterACalm() {
    demand.sweepEnded(true);
    for (int i = 0; i < 9; i++) {
      sweepForTraps(false);
    }
    pass(TrapGaps.SAME_MAX.toMillis());
    assertThat(demand.afterGap("trap", Extent.WHOLE)).contains("trap");
    demand.sweepBegins();
    demand.sweepEnded(false);
    demand.afterGap("trap", Extent.WHOLE);
    assertThat(millis().getLast()).isEqualTo(500);
  }

  @Test
  void shouldNotBlameTrapsForSweepsThatOthersAskFor() {
    demand.sweepEnded(true);
    demand.sweepBegins();
    demand.sweepEnded(false);
    demand.afterGap("trap", Extent.WHOLE);
    assertThat(millis()).containsExactly(250L);
  }

  @Test
  void anySuccessBeginsAnew() {
    demand.sweepRefused("why");
    demand.sweepRefused("why");
    demand.sweepEnded(true);
    demand.sweepRefused("why");
    assertThat(seconds()).containsExactly(2L, 4L, 2L);
  }

  @Test
  void otherFailuresAreTriedAgainSoon() {
    for (int failure = 0; failure < 3; failure++) {
      demand.sweepFailed("the local port is down");
    }
    assertThat(seconds()).containsExactly(2L, 2L, 2L);
  }

  @Test
  void shouldSweepWhatAllOfThoseThatAskedAreAbout() {
    demand.add("a light sweep", Extent.at(1));
    demand.addForTrap("trap", Extent.at(2));

    assertThat(demand.take()).contains("a light sweep");
    assertThat(demand.sweepBegins()).isEqualTo(Extent.at(1).and(Extent.at(2)));
    assertThat(demand.sweepBegins()).isEqualTo(Extent.NONE);
  }

  /**
   * The timer's message tells all that was asked for when it was set; the demand, what came since.
   */
  @Test
  void shouldNotForgetATrapThatComesWhileAnotherOneWaits() {
    demand.sweepEnded(true);
    demand.afterGap("trap", Extent.at(1));
    demand.afterGap("trap of another port", Extent.at(2));

    assertThat(demand.sweepBegins()).isEqualTo(Extent.at(1).and(Extent.at(2)));
  }

  @Test
  void shouldTakeInWhatAPartIsAboutAndNotTheWhole() {
    assertThat(demand.takeIn()).isEmpty();
    demand.addForTrap("trap", Extent.at(1));
    assertThat(demand.takeIn()).contains(Extent.at(1));
    assertThat(demand.take()).isEmpty();

    demand.addForTrap("trap", Extent.at(1));
    demand.add("dateline sweep", Extent.WHOLE);
    assertThat(demand.takeIn()).isEmpty();
    assertThat(demand.take()).contains("dateline sweep");
  }
}
