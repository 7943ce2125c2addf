package io.dateline.fabric.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import org.junit.jupiter.api.Test;

class TableComparisonTest {
  private final Bench bench =
      new Bench().switches(2, 100).cable(0, 1, 1, 1).host(0, 2).host(1, 2).build(0);
  private final ForwardingTables before = new ForwardingTables(2, 4);
  private final ForwardingTables after = new ForwardingTables(2, 4);

  @Test
  void shouldFindNoDifferenceBetweenEqualTables() {
    TableComparison comparison = TableComparison.compare(bench.lids(), before, before);

    assertThat(comparison.entries()).isEqualTo(8);
    assertThat(comparison.differences()).isZero();
    assertThat(comparison.switches()).isZero();
    assertThat(comparison.blocks()).isZero();
  }

  @Test
  void shouldTellChangedFromAddedAndRemovedEntries() {
    before.set(0, 1, 7);
    after.set(0, 1, 8);
    after.set(0, 2, 8);
    before.set(1, 3, 7);
    before.set(1, 4, 9);
    after.set(1, 4, 9);

    TableComparison comparison = TableComparison.compare(bench.lids(), before, after);

    assertThat(comparison.changed()).isEqualTo(1);
    assertThat(comparison.added()).isEqualTo(1);
    assertThat(comparison.removed()).isEqualTo(1);
    assertThat(comparison.differences()).isEqualTo(3);
    assertThat(comparison.differencesBySwitch()).containsExactly(2, 1);
    assertThat(comparison.switches()).isEqualTo(2);
    assertThat(comparison.blocks()).isEqualTo(2);
  }

  @Test
  void shouldLeaveOutLidsThatNobodyHas() {
    after.set(0, 40, 3);

    assertThat(TableComparison.compare(bench.lids(), before, after).differences()).isZero();
  }

  @Test
  void shouldCompareTablesOfDifferentLength() {
    LidMap lids =
        new LidMap.Builder(bench.fabric())
            .assign(bench.adapterPort(0), 64, 0)
            .assign(bench.adapterPort(1), 130, 0)
            .build();
    ForwardingTables longer = new ForwardingTables(2, 130);
    longer.set(1, 64, 2);
    longer.set(1, 130, 2);

    TableComparison comparison = TableComparison.compare(lids, before, longer);

    assertThat(comparison.added()).isEqualTo(2);
    assertThat(comparison.blocks()).isEqualTo(2);
  }

  @Test
  void shouldRefuseTablesOfDifferentSwitches() {
    assertThatThrownBy(
            () -> TableComparison.compare(bench.lids(), before, new ForwardingTables(3, 4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 and of 3");
  }
}
