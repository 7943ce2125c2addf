package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An operator's sweep is answered when the sweep that began after it has ended. */
class SweepOrdersTest {
  private final SweepOrders orders = new SweepOrders();
  private final List<SweepAnswer> first = new ArrayList<>();
  private final List<SweepAnswer> second = new ArrayList<>();

  private static SmCommand.OrderedSweep order(
      List<SweepAnswer> answers, boolean areLidsReassigned) {
    return new SmCommand.OrderedSweep("test", areLidsReassigned, answers::add);
  }

  @Test
  void shouldWaitForTheSweepThatBeginsAfterTheOrder() {
    orders.add(order(first, false));
    assertThat(orders.sweepBegins()).isFalse();
    orders.add(order(second, true));
    orders.sweepFailed(4, "cut off");
    assertThat(first).containsExactly(new SweepAnswer.NotSwept("heavy sweep 4 failed: cut off"));
    assertThat(second).isEmpty();
    assertThat(orders.sweepBegins()).as("LIDs are reassigned in the next one").isTrue();
    orders.sweepFailed(5, "still cut off");
    assertThat(second)
        .containsExactly(new SweepAnswer.NotSwept("heavy sweep 5 failed: still cut off"));
    assertThat(orders.sweepBegins()).as("once").isFalse();
  }

  /** A sweep that meets another subnet manager may begin again. */
  @Test
  void shouldStillReassignLidsInASweepThatFollowsOneThatWasBrokenOff() {
    orders.add(order(first, true));
    assertThat(orders.sweepBegins()).isTrue();
    assertThat(orders.sweepBegins()).isTrue();
  }

  @Test
  void shouldAnswerAllWhereNothingIsSweptAnyMore() {
    orders.add(order(first, false));
    orders.sweepBegins();
    orders.add(order(second, false));
    orders.giveUp("another one manages the subnet");
    assertThat(first).containsExactly(new SweepAnswer.NotSwept("another one manages the subnet"));
    assertThat(second).containsExactly(new SweepAnswer.NotSwept("another one manages the subnet"));
  }
}
