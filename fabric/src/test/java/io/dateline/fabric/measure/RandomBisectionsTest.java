package io.dateline.fabric.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.judge.Bench;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Effective bisection bandwidth where it can be computed by hand. */
class RandomBisectionsTest {
  private static final RandomBisections MANY = new RandomBisections(10_000, 1);

  /**
   *
   *
   * <pre>
   * h0 h1     h2 h3
   *   s0 ----- s1
   * </pre>
   *
   * Of the three ways to pair four nodes one stays within the switches: 1. In the other two both
   * pairs cross. One way, they cross in the same direction half of the time: 1/2, else 1. So the
   * mean is 1/3 + 2/3 * 3/4 = 5/6; both ways it is 1/3 + 2/3 * 1/2 = 2/3.
   */
  @Test
  void shouldShareTheOnlyCable() {
    Bench bench = twoSwitches(1);
    BisectionBandwidth oneWay = measure(MANY, bench, BisectionTraffic.ONE_WAY);
    BisectionBandwidth bothWays = measure(MANY, bench, BisectionTraffic.BOTH_WAYS);
    assertThat(Arrays.stream(oneWay.byBisection()).distinct()).containsOnly(0.5, 1.0);
    assertThat(oneWay.mean()).isEqualTo(5.0 / 6, within(4 * oneWay.standardError()));
    assertThat(bothWays.mean()).isEqualTo(2.0 / 3, within(4 * bothWays.standardError()));
    assertThat(oneWay.standardError()).isEqualTo(Math.sqrt(1.0 / 18 / 10_000), within(1e-4));
    assertThat(oneWay.min()).isEqualTo(0.5);
    assertThat(oneWay.max()).isEqualTo(1);
  }

  /** With a cable for each destination no two flows meet. */
  @ParameterizedTest
  @EnumSource(BisectionTraffic.class)
  void shouldGiveTheWholeBandwidthWithoutCongestion(BisectionTraffic traffic) {
    BisectionBandwidth measured = measure(new RandomBisections(50, 2), twoSwitches(2), traffic);
    assertThat(measured.min()).isEqualTo(1);
    assertThat(measured.mean()).isEqualTo(1);
    assertThat(measured.standardError()).isZero();
  }

  @Test
  void shouldGiveNothingToFlowsThatDoNotArrive() {
    Bench bench = twoSwitches(2);
    bench.entry(0, bench.adapterLid(2), ForwardingTables.NO_PORT);
    BisectionBandwidth measured = measure(MANY, bench, BisectionTraffic.BOTH_WAYS);
    // h2 is paired with h0 or h1 in two of three bisections; one flow of four is lost then.
    assertThat(measured.undelivered()).isBetween(6_500L, 6_800L);
    assertThat(measured.mean()).isEqualTo(1 - measured.undelivered() / 40_000.0, within(1e-9));
  }

  @Test
  void shouldLeaveOutARandomOneOfAnOddNumberOfNodes() {
    Bench bench = new Bench().switches(2, 4).cable(0, 4, 1, 4).host(0, 1).host(0, 2).host(1, 1);
    bench.build(0).entry(0, bench.adapterLid(0), 1).entry(0, bench.adapterLid(1), 2);
    bench.entry(1, bench.adapterLid(2), 1); // tables without a way between the switches
    BisectionBandwidth measured = measure(MANY, bench, BisectionTraffic.ONE_WAY);
    // h2 stays out in one of three.
    assertThat(measured.undelivered()).isBetween(6_500L, 6_800L);
    assertThat(measured.mean()).isEqualTo(1.0 / 3, within(4 * measured.standardError()));
  }

  @Test
  void shouldDrawTheSameBisectionsFirstWhenMoreAreWanted() {
    Bench bench = twoSwitches(1);
    double[] few =
        measure(new RandomBisections(10, 7), bench, BisectionTraffic.ONE_WAY).byBisection();
    double[] more =
        measure(new RandomBisections(30, 7), bench, BisectionTraffic.ONE_WAY).byBisection();
    double[] others =
        measure(new RandomBisections(30, 8), bench, BisectionTraffic.ONE_WAY).byBisection();
    assertThat(Arrays.copyOf(more, 10)).isEqualTo(few);
    assertThat(others).isNotEqualTo(more);
  }

  @Test
  void shouldMeasureNothingWhereThereIsNobody() {
    Bench bench = new Bench().switches(1, 1).host(0, 1).build(0);
    BisectionBandwidth measured =
        measure(new RandomBisections(3, 1), bench, BisectionTraffic.ONE_WAY);
    assertThat(measured.byBisection()).containsExactly(0, 0, 0);
    assertThat(measured.undelivered()).isZero();
  }

  @Test
  void shouldWantAtLeastOneBisection() {
    assertThatThrownBy(() -> new RandomBisections(0, 1))
        .hasMessage("at least one bisection is needed, not 0");
  }

  private static BisectionBandwidth measure(
      RandomBisections bisections, Bench bench, BisectionTraffic traffic) {
    return bisections.measure(bench.fabric(), bench.lids(), bench.tables(), traffic, 1);
  }

  /** Two hosts on ports 1 and 2 of each switch, cables on 3 and, if there are two, 4. */
  private static Bench twoSwitches(int cables) {
    Bench bench = new Bench().switches(2, 4);
    for (int cable = 0; cable < cables; cable++) {
      bench.cable(0, 3 + cable, 1, 3 + cable);
    }
    bench.host(0, 1).host(0, 2).host(1, 1).host(1, 2).build(0);
    for (int host = 0; host < 4; host++) {
      int home = host / 2;
      bench.entry(home, bench.adapterLid(host), 1 + host % 2);
      bench.entry(1 - home, bench.adapterLid(host), 3 + host % cables);
    }
    return bench;
  }
}
