package io.dateline.sm.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StepCurveTest {
  @Test
  void shouldKeepOnlyWhereTheValueChanges() {
    StepCurve curve = StepCurve.descending(new long[] {1, 4, 4, 1, 1, 4, 1, 0});
    assertThat(curve.x()).containsExactly(0, 37.5, 87.5, 100);
    assertThat(curve.y()).containsExactly(4, 1, 0, 0);
  }

  @Test
  void shouldBeFlatWithoutValues() {
    StepCurve curve = StepCurve.descending(new long[0]);
    assertThat(curve.x()).containsExactly(0, 100);
    assertThat(curve.y()).containsExactly(0, 0);
  }

  @Test
  void shouldHaveFewPointsHoweverManyValues() {
    StepCurve curve = StepCurve.descending(LongStream.range(0, 1_000_000).toArray());
    assertThat(curve.x()).hasSizeLessThan(300).isSorted();
    assertThat(curve.y()[0]).isEqualTo(999_999);
    assertThat(curve.x()[curve.x().length - 1]).isEqualTo(100);
  }
}
