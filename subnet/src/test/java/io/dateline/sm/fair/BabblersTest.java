package io.dateline.sm.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.fair.Babblers.Babbler;
import io.dateline.sm.fair.Babblers.Endless;
import io.dateline.sm.fair.Babblers.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BabblersTest {
  private static final int LID = 5;
  private static final int BURST = 10;

  private final Babblers babblers = new Babblers(new QuotaSettings(1, 1, 0, 1, 1, BURST));

  private static long ms(long ms) {
    return TimeUnit.MILLISECONDS.toNanos(ms);
  }

  private List<Verdict> babble(long port, int traps, long fromMs, long everyMs) {
    return babble(port, 0, traps, fromMs, everyMs);
  }

  private List<Verdict> babble(long port, int portNumber, int traps, long fromMs, long everyMs) {
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < traps; i++) {
      verdicts.add(babblers.trap(port, LID, portNumber, ms(fromMs + i * everyMs)));
    }
    return verdicts;
  }

  @Test
  void shouldActOnABurstAndNoMoreThanTheRateAfterIt() {
    assertThat(babble(1, 1000, 0, 1)).filteredOn(Verdict::isActedOn).hasSize(BURST);
    assertThat(babble(1, 10_000, 1000, 1)).filteredOn(Verdict::isActedOn).hasSizeBetween(9, 11);
    assertThat(babble(2, 5, 1000, 1)).as("another port").allMatch(Verdict::isActedOn);
  }

  @Test
  void shouldNameThePortOnceAMinuteAndLookAroundEveryTenSeconds() {
    List<Verdict> verdicts = babble(1, 12_000, 0, 10); // two minutes
    assertThat(verdicts).filteredOn(verdict -> verdict.named().isPresent()).hasSize(2);
    assertThat(verdicts).filteredOn(Verdict::isLookDue).hasSizeBetween(12, 13);
  }

  @Test
  void shouldTellOfThoseThatBabbleUntilTheyAreCalmForAMinute() {
    babble(1, BURST + 3, 0, 0);
    babble(2, BURST + 7, 0, 0);
    assertThat(babblers.now(ms(59_999)))
        .containsExactly(new Babbler(2, LID, 7), new Babbler(1, LID, 3));
    assertThat(babblers.now(ms(60_000))).isEmpty();
  }

  @Test
  void shouldTellOfNobodyWhoKeepsToTheRate() {
    babble(1, 600, 0, 1000);
    assertThat(babblers.now(ms(600_000))).isEmpty();
  }

  /** Those of the verdicts that say that a port babbles without end. */
  private static List<Endless> endless(List<Verdict> verdicts) {
    return verdicts.stream().map(Verdict::endless).flatMap(Optional::stream).toList();
  }

  @Test
  void shouldTellAfterEvery250TrapsTooManyThatAPortBabblesWithoutEnd() {
    assertThat(endless(babble(1, BURST + 249, 0, 0))).isEmpty();
    assertThat(endless(babble(1, 251, 0, 0)))
        .containsExactly(
            new Endless(new Babbler(1, LID, 250), 0, true),
            new Endless(new Babbler(1, LID, 500), 0, false));
  }

  @Test
  void shouldCountWhatNamesAnotherPortApart() {
    babble(1, BURST, 0, 0);
    assertThat(endless(babble(1, 5, 249, 0, 0))).isEmpty();
    assertThat(endless(babble(1, 7, 249, 0, 0))).isEmpty();
    assertThat(endless(babble(1, 255, 250, 0, 0)))
        .containsExactly(new Endless(new Babbler(1, LID, 748), 255, true));
    assertThat(endless(babble(1, 7, 1, 0, 0)))
        .containsExactly(new Endless(new Babbler(1, LID, 749), 7, true));
  }

  @Test
  void shouldBeginAnewAfterACalmMinute() {
    babble(1, BURST + 249, 0, 0);
    assertThat(endless(babble(1, 200, 60_000, 0))).isEmpty();
  }
}
