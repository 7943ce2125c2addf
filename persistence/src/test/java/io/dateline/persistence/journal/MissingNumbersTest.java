package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MissingNumbersTest {
  private static final int STEPS = 20_000;

  /** Beside a map of what is missing, and since when. */
  @Test
  void shouldKnowWhatIsMissing() {
    long seed = Long.getLong("dateline.seed", System.nanoTime());
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    long end = random.nextInt(100);
    MissingNumbers missing = new MissingNumbers(end);
    TreeMap<Long, Long> since = new TreeMap<>();
    for (int step = 0; step < STEPS; step++) {
      switch (random.nextInt(20)) {
        case 0 -> {
          long before = (long) step - random.nextInt(100);
          missing.giveUp(before);
          since.values().removeIf(moment -> moment < before);
        }
        case 1, 2, 3, 4 -> {
          long number = end + 1 + Math.max(0L, random.nextInt(10) - 5);
          for (long gap = end + 1; gap < number; gap++) {
            since.put(gap, (long) step);
          }
          missing.reach(number, step);
          end = number;
        }
        default -> {
          long number = Math.max(0L, end - random.nextInt(60));
          assertThat(missing.contains(number))
              .as("seed %d", seed)
              .isEqualTo(since.containsKey(number));
          if (since.remove(number) != null) {
            missing.found(number);
          }
        }
      }
      assertThat(missing.end()).isEqualTo(end);
      assertThat(missing.isEmpty()).as("seed %d", seed).isEqualTo(since.isEmpty());
      if (!since.isEmpty()) {
        assertThat(missing.first()).as("seed %d", seed).isEqualTo(since.firstKey());
        assertThat(missing.last()).as("seed %d", seed).isEqualTo(since.lastKey());
      }
    }
  }

  @Test
  void shouldTakeTimesThatOverflow() {
    MissingNumbers missing = new MissingNumbers(0);
    missing.reach(2, Long.MAX_VALUE);
    missing.giveUp(Long.MAX_VALUE - 5);
    assertThat(missing.contains(1)).isTrue();
    missing.giveUp(Long.MAX_VALUE + 5);
    assertThat(missing.isEmpty()).isTrue();
  }
}
