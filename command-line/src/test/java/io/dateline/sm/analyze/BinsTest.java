package io.dateline.sm.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinsTest {
  @Test
  void shouldHoldAllValuesBetweenEmptyBins() {
    double[] values = {0.3, 0.31, 0.9, 0.9};
    Bins bins = Bins.around(values);
    double[] shares = bins.shares(values);
    assertThat(DoubleStream.of(shares).sum()).isEqualTo(1, within(1e-9));
    assertThat(shares[0]).isZero();
    assertThat(shares[1] + shares[2]).isEqualTo(0.5);
    assertThat(shares[bins.count() - 2]).isEqualTo(0.5);
    assertThat(shares[bins.count() - 1]).isZero();
    assertThat(bins.centres()[1]).isEqualTo(0.3, within(1e-9));
    assertThat(bins.centres()[bins.count() - 2]).isEqualTo(0.9, within(1e-9));
  }

  @Test
  void shouldShowValuesThatAreAllTheSame() {
    double[] values = {0.5, 0.5};
    Bins bins = Bins.around(values);
    assertThat(bins.shares(values)).containsExactly(0, 1, 0);
    assertThat(bins.centres()[1]).isEqualTo(0.5, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"0.50, 0.52, 0.001", "0.3, 0.6, 0.01", "0, 1, 0.05"})
  void shouldBeAsWideAsTheValuesAreApart(double min, double max, double width) {
    assertThat(Bins.around(new double[] {min, max}).width()).isEqualTo(width);
  }

  @Test
  void shouldLieWithinRoundEnds() {
    Bins bins = Bins.around(new double[] {0.33, 0.6}); // centres from 32 to 61 percent
    assertThat(bins.axisMin()).isEqualTo(0.3, within(1e-9));
    assertThat(bins.axisMax()).isEqualTo(0.65, within(1e-9));
  }
}
