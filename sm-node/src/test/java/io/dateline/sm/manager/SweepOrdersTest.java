package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An operator's sweep is answered when the sweep that began after it has ended. */
class SweepOrdersTest {
  private final SweepOrders orders = new SweepOrders();
  private final List<SweepAnswer> first = new ArrayList<>();
  private final List<SweepAnswer> second = new ArrayList<>();

  private static SmCommand.OrderedSweep order(List<SweepAnswer> answers, SweepWish wish) {
    return new SmCommand.OrderedSweep("test", wish, answers::add);
  }

  @Test
  void shouldWaitForTheSweepThatBeginsAfterTheOrder() {
    orders.add(order(first, SweepWish.NOTHING_ELSE));
    assertThat(orders.sweepBegins()).containsExactly(SweepWish.NOTHING_ELSE);
    orders.add(order(second, SweepWish.REASSIGN_LIDS));
    orders.sweepFailed(4, "cut off");
    assertThat(first).containsExactly(new SweepAnswer.NotSwept("heavy sweep 4 failed: cut off"));
    assertThat(second).isEmpty();
    assertThat(orders.sweepBegins()).as("in the next one").containsExactly(SweepWish.REASSIGN_LIDS);
    orders.sweepFailed(5, "still cut off");
    assertThat(second)
        .containsExactly(new SweepAnswer.NotSwept("heavy sweep 5 failed: still cut off"));
    assertThat(orders.sweepBegins()).as("once").isEmpty();
  }

  /** A sweep that meets another subnet manager may begin again. */
  @Test
  void shouldStillDoWhatWasWantedInASweepThatFollowsOneThatWasBrokenOff() {
    orders.add(order(first, SweepWish.REASSIGN_LIDS));
    orders.add(order(second, SweepWish.COMPARE_ENGINES));
    Set<SweepWish> both = Set.of(SweepWish.REASSIGN_LIDS, SweepWish.COMPARE_ENGINES);
    assertThat(orders.sweepBegins()).isEqualTo(both);
    assertThat(orders.sweepBegins()).isEqualTo(both);
  }

  @Test
  void shouldAnswerAllWhereNothingIsSweptAnyMore() {
    orders.add(order(first, SweepWish.NOTHING_ELSE));
    orders.sweepBegins();
    orders.add(order(second, SweepWish.NOTHING_ELSE));
    orders.giveUp("another one manages the subnet");
    assertThat(first).containsExactly(new SweepAnswer.NotSwept("another one manages the subnet"));
    assertThat(second).containsExactly(new SweepAnswer.NotSwept("another one manages the subnet"));
  }
}
