package io.dateline.fabric.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import org.junit.jupiter.api.Test;

class AvoidableChangesTest {
  /** A ring of four, ports 1 on and 2 back, a second cable from 0 to 1, and a host at 2. */
  private final Bench bench =
      new Bench()
          .switches(4, 6)
          .cable(0, 1, 1, 2)
          .cable(1, 1, 2, 2)
          .cable(2, 1, 3, 2)
          .cable(3, 1, 0, 2)
          .cable(0, 3, 1, 3)
          .host(2, 4)
          .build(0);

  private final LidMap lids = bench.lids();
  private final int lid = lids.baseLid(bench.adapterPort(0));
  private final ForwardingTables after = new ForwardingTables(4, lids.maxLid());

  AvoidableChangesTest() {
    after.set(0, lid, 1);
    after.set(1, lid, 1);
    after.set(2, lid, 4);
    after.set(3, lid, 2);
  }

  private AvoidableChanges with(int node, int was) {
    ForwardingTables before = new ForwardingTables(4, lids.maxLid());
    for (int other = 0; other < 4; other++) {
      before.set(other, lid, after.port(other, lid));
    }
    before.set(node, lid, was);
    return AvoidableChanges.among(bench.fabric(), lids, before, after);
  }

  @Test
  void shouldCountPortsOfBeforeThatAreAsNear() {
    assertThat(with(0, 2)).isEqualTo(new AvoidableChanges(1, 0)); // the other way round
    assertThat(with(0, 3)).isEqualTo(new AvoidableChanges(1, 0)); // the other cable
    assertThat(with(0, 1).total()).isZero(); // not changed
  }

  @Test
  void shouldNotCountWhatHadToChange() {
    assertThat(with(0, 5).total()).isZero(); // no cable
    assertThat(with(1, 2).total()).isZero(); // farther
    assertThat(with(1, 200).total()).isZero(); // no such port
    assertThat(with(1, 0).total()).isZero(); // the switch itself
    assertThat(with(2, 1).total()).isZero(); // round and back
    assertThat(with(0, ForwardingTables.NO_PORT).total()).isZero(); // new
  }

  @Test
  void shouldTellSwitchesFromAdapters() {
    int at = lids.baseLid(bench.fabric().port(1, 0));
    after.set(0, at, 1);
    after.set(1, at, 0);
    ForwardingTables before = new ForwardingTables(4, lids.maxLid());
    before.set(0, at, 3);
    before.set(0, lid, 1);

    assertThat(AvoidableChanges.among(bench.fabric(), lids, before, after))
        .isEqualTo(new AvoidableChanges(0, 1));
  }
}
