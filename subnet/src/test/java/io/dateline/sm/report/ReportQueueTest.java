package io.dateline.sm.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.report.ReportQueue.Next;
import io.dateline.sm.report.ReportQueue.Subscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportQueueTest {
  private static final Subscriber DEAD = new Subscriber(1, 1);
  private static final Subscriber LIVING = new Subscriber(2, 0x1234);

  private final ReportQueue<Integer> queue = new ReportQueue<>();

  private List<Next<Integer>> takeAll() {
    List<Next<Integer>> all = new ArrayList<>();
    for (Optional<Next<Integer>> next = queue.take(); next.isPresent(); next = queue.take()) {
      all.add(next.get());
    }
    return all;
  }

  @Test
  void shouldHaveOneOfEachSubscriberOnTheWireInOrder() {
    for (int report = 1; report <= 3; report++) {
      queue.offer(DEAD, report);
      queue.offer(LIVING, report);
    }
    assertThat(takeAll()).containsExactly(new Next<>(DEAD, 1, true), new Next<>(LIVING, 1, true));
    queue.ended(LIVING, true);
    assertThat(takeAll()).containsExactly(new Next<>(LIVING, 2, true));
    queue.ended(LIVING, true);
    assertThat(takeAll()).containsExactly(new Next<>(LIVING, 3, true));
    queue.ended(LIVING, true);
    assertThat(takeAll()).as("the other one still waits").isEmpty();
    queue.ended(DEAD, false);
    assertThat(takeAll()).as("one try").containsExactly(new Next<>(DEAD, 2, false));
    queue.ended(DEAD, true);
    assertThat(takeAll()).as("it is back").containsExactly(new Next<>(DEAD, 3, true));
  }

  @Test
  void shouldLetTheOldestMakeRoom() {
    queue.offer(DEAD, 0);
    takeAll();
    for (int report = 1; report <= ReportQueue.WAITING_MAX; report++) {
      assertThat(queue.offer(DEAD, report)).isFalse();
    }
    assertThat(queue.offer(DEAD, 1000)).isTrue();
    queue.ended(DEAD, true);
    assertThat(takeAll()).containsExactly(new Next<>(DEAD, 2, true));
  }

  /** However many hosts have died since they subscribed. */
  @Test
  void shouldServeTheLivingBeforeTheDead() {
    int dead = 1000;
    for (int port = 0; port < dead; port++) {
      queue.offer(new Subscriber(port, 1), 1);
    }
    int ended = 0;
    while (ended < dead) {
      List<Next<Integer>> open = takeAll();
      assertThat(open).hasSizeLessThanOrEqualTo(ReportQueue.OPEN_MAX);
      open.forEach(next -> queue.ended(next.subscriber(), false));
      ended += open.size();
    }
    for (int port = 0; port < dead; port++) {
      queue.offer(new Subscriber(port, 1), 2);
    }
    assertThat(takeAll()).as("places are left").hasSize(ReportQueue.SILENT_OPEN_MAX);
    Subscriber living = new Subscriber(5000, 1);
    queue.offer(living, 2);
    assertThat(takeAll()).containsExactly(new Next<>(living, 2, true));
  }

  @Test
  void shouldForgetOnlyOneThatWaitsForNothing() {
    queue.offer(LIVING, 1);
    queue.offer(LIVING, 2);
    queue.forget(LIVING);
    assertThat(takeAll()).hasSize(1);
    queue.forget(LIVING);
    queue.ended(LIVING, false);
    queue.forget(LIVING);
    assertThat(takeAll()).containsExactly(new Next<>(LIVING, 2, false));
    queue.ended(LIVING, false);
    queue.forget(LIVING);
    queue.offer(LIVING, 3);
    assertThat(takeAll()).as("as new").containsExactly(new Next<>(LIVING, 3, true));
  }
}
