package io.dateline.sm.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.sm.qos.NumberRanges.Range;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberRangesTest {
  @Test
  void shouldJoinRangesThatOverlapOrTouch() {
    NumberRanges ranges =
        new NumberRanges(
            List.of(new Range(20, 30), new Range(1, 3), new Range(4, 5), new Range(25, 26)));
    assertThat(ranges).hasToString("0x1-0x5,0x14-0x1e");
    assertThat(ranges.and(NumberRanges.of(6, 19))).isEqualTo(NumberRanges.of(1, 30));
  }

  @Test
  void shouldHaveNumbersOfSixtyFourBits() {
    NumberRanges ranges = NumberRanges.of(0xFFFF_FFFF_FFFF_FFF0L, -1L).and(NumberRanges.of(3));
    assertThat(ranges).hasToString("0x3,0xfffffffffffffff0-0xffffffffffffffff");
    assertThat(ranges.contains(-1L)).isTrue();
    assertThat(ranges.contains(Long.MAX_VALUE)).isFalse();
    assertThat(ranges.contains(3)).isTrue();
    assertThat(ranges.and(NumberRanges.of(-1L)).ranges()).hasSize(2);
    assertThatThrownBy(() -> new Range(-1L, 1)).hasMessageContaining("18446744073709551615");
  }

  @Test
  void shouldContainWhatOneOfItsRangesDoes() {
    Random random = new Random(1);
    for (int run = 0; run < 200; run++) {
      boolean[] expected = new boolean[100];
      NumberRanges ranges = NumberRanges.NONE;
      for (int i = 0; i < 8; i++) {
        int first = random.nextInt(expected.length);
        int last = Math.min(expected.length - 1, first + random.nextInt(12));
        ranges = ranges.and(NumberRanges.of(first, last));
        for (int number = first; number <= last; number++) {
          expected[number] = true;
        }
      }
      for (int number = 0; number < expected.length; number++) {
        assertThat(ranges.contains(number))
            .as("%s: %d", ranges, number)
            .isEqualTo(expected[number]);
      }
    }
  }
}
