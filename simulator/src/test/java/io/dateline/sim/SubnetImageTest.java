package io.dateline.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sim.observe.SubnetImage;
import org.junit.jupiter.api.Test;

class SubnetImageTest {
  private final Bench bench = new Bench();

  private SubnetImage image() {
    return SubnetImage.of(bench.simulated);
  }

  @Test
  void shouldShowNothingWhereNothingWasSet() {
    assertThat(image().lids()).isEmpty();
    assertThat(image().blocksSet()).isZero();
    bench.bringUp();

    assertThat(image().lids())
        .hasSize(5)
        .containsEntry(Bench.HOST3 + 1, Bench.LID_HOST3)
        .containsEntry(Bench.SWITCH2, Bench.LID_SWITCH2);
    assertThat(image().blocksSet()).isEqualTo(2);
    assertThat(image().tables().get(Bench.SWITCH2).get(Bench.LID_HOST2)).isEqualTo((byte) 3);
  }

  @Test
  void shouldCountWhatHasChanged() {
    bench.bringUp();
    SubnetImage before = image();
    assertThat(image()).isEqualTo(before);

    bench.table(Bench.TO_SWITCH1, 1, 2, 4, 0, 3); // host3 by the other cable
    bench.setPortInfo(Bench.TO_HOST2, 0, info -> info.lid(9));

    assertThat(image().tablesOtherThan(before)).isEqualTo(1);
    assertThat(image().lidsOtherThan(before)).isEqualTo(1);
    assertThat(image().blocksSet() - before.blocksSet()).isEqualTo(1);
  }

  @Test
  void shouldTakeAWrittenBlockThatChangesNothingForNoChange() {
    bench.bringUp();
    SubnetImage before = image();

    bench.table(Bench.TO_SWITCH1, 1, 2, 3, 0, 3);

    assertThat(image().tablesOtherThan(before)).isZero();
    assertThat(image().blocksSet() - before.blocksSet()).isEqualTo(1);
  }
}
