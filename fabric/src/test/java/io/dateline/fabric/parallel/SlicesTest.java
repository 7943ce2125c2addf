package io.dateline.fabric.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicesTest {
  @ParameterizedTest
  @CsvSource({"0,1", "0,4", "1,4", "3,4", "4,4", "5,4", "1000,7", "1000,1"})
  void shouldCoverEveryIndexOnceInOrder(int count, int threads) {
    List<int[]> slices = Slices.map(count, threads, (from, to) -> new int[] {from, to});

    assertThat(slices).hasSizeBetween(1, threads);
    int next = 0;
    for (int[] slice : slices) {
      assertThat(slice[0]).isEqualTo(next);
      assertThat(slice[1] - slice[0]).isBetween(count / slices.size(), count / slices.size() + 1);
      next = slice[1];
    }
    assertThat(next).isEqualTo(count);
  }

  @Test
  void shouldThrowWhatTheLastSliceThrew() {
    assertThatThrownBy(
            () ->
                Slices.map(
                    10,
                    3,
                    (from, to) -> {
                      if (to == 10) {
                        throw new IllegalStateException("slice from " + from);
                      }
                      return to;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("slice from 6");
  }

  @Test
  void shouldRefuseToWorkWithoutThreads() {
    assertThatThrownBy(() -> Slices.map(1, 0, (from, to) -> to))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
