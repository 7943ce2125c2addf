package io.dateline.fabric.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.judge.Bench;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Shifts by hand, on two leaves with two nodes each and two roots:
 *
 * <pre>
 *    s2   s3        s2 is cabled to port 3 of the leaves, s3 to port 4
 *    | \ / |
 *    s0   s1
 *   h0 h1 h2 h3
 * </pre>
 */
class ShiftPatternTest {

  /** Each leaf sends to the even node of the other by s2 and to the odd one by s3. */
  @Test
  void shouldFindNoCongestionInATreeRoutedForShifts() {
    ShiftLoads loads = shift(tree(host -> 3 + host % 2), 0, 1, 2, 3);
    assertThat(loads.maxByShift()).containsExactly(1, 1, 1);
    assertThat(loads.congestionFree()).isEqualTo(3);
    assertThat(loads.max()).isEqualTo(1);
  }

  /** By s2 alone. Shift 1: h1 to h2 and h3 to h0 cross, each alone. Shift 2: all four cross. */
  @Test
  void shouldFindWhatOneRootCosts() {
    ShiftLoads loads = shift(tree(host -> 3), 0, 1, 2, 3);
    assertThat(loads.maxByShift()).containsExactly(1, 2, 1);
    assertThat(loads.max()).isEqualTo(2);
    assertThat(loads.mean()).isEqualTo(4.0 / 3);
    assertThat(loads.congestionFree()).isEqualTo(2);
  }

  /** Shift 1: h0 to h2, h2 to h1, h1 to h3, h3 to h0: two up from each leaf, and all by s2. */
  @Test
  void shouldFollowTheOrderOfRanks() {
    assertThat(shift(tree(host -> 3), 0, 2, 1, 3).maxByShift()).containsExactly(2, 1, 2);
  }

  /** Ranks 0 and 3 are h0 and h2: they meet in shift 3 one way and in shift 1 the other way. */
  @Test
  void shouldPassOverRanksThatNobodyHas() {
    assertThat(shift(tree(host -> 3), 0, -1, -1, 2).maxByShift()).containsExactly(1, 0, 1);
  }

  @Test
  void shouldCountPairsThatAreNotServed() {
    Bench bench = tree(host -> 3);
    bench.entry(2, bench.adapterLid(3), ForwardingTables.NO_PORT);
    assertThat(shift(bench, 0, 1, 2, 3).undelivered()).isEqualTo(2); // h0 and h1 to h3
  }

  @Test
  void shouldHaveNoPhaseWithFewerThanTwoRanks() {
    ShiftLoads none = shift(tree(host -> 3));
    assertThat(none.maxByShift()).isEmpty();
    assertThat(none.max()).isZero();
    assertThat(none.mean()).isZero();
    assertThat(shift(tree(host -> 3), 0).maxByShift()).isEmpty();
  }

  private static ShiftLoads shift(Bench bench, int... hosts) {
    int[] order = new int[hosts.length];
    for (int rank = 0; rank < hosts.length; rank++) {
      order[rank] = hosts[rank] < 0 ? Fabric.NONE : bench.adapterPort(hosts[rank]);
    }
    return ShiftPattern.measure(bench.fabric(), bench.lids(), bench.tables(), order, 1);
  }

  private static Bench tree(IntUnaryOperator upByHost) {
    Bench bench = new Bench().switches(4, 4);
    bench.cable(0, 3, 2, 1).cable(1, 3, 2, 2).cable(0, 4, 3, 1).cable(1, 4, 3, 2);
    bench.host(0, 1).host(0, 2).host(1, 1).host(1, 2).build(0);
    for (int host = 0; host < 4; host++) {
      int leaf = host / 2;
      bench.entry(leaf, bench.adapterLid(host), 1 + host % 2);
      bench.entry(1 - leaf, bench.adapterLid(host), upByHost.applyAsInt(host));
      bench.entry(2, bench.adapterLid(host), 1 + leaf);
      bench.entry(3, bench.adapterLid(host), 1 + leaf);
    }
    return bench;
  }
}
