package io.dateline.routing.actors.entity;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestInbox;
import io.dateline.routing.actors.entity.Askers.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AskersTest {
  private final Askers<String, Integer> askers = new Askers<>();

  @Test
  void shouldAnswerAllWhoAskForTheSameWorkOnce() {
    TestInbox<Integer> first = TestInbox.create();
    TestInbox<Integer> second = TestInbox.create();
    TestInbox<Integer> other = TestInbox.create();
    assertThat(askers.enter("one", first.getRef())).isEqualTo(Entry.BEGINS);
    assertThat(askers.enter("one", second.getRef())).isEqualTo(Entry.JOINS);
    assertThat(askers.enter("two", other.getRef())).isEqualTo(Entry.BEGINS);
    assertThat(askers.work()).containsExactlyInAnyOrder("one", "two");

    askers.answer("one", 1);

    assertThat(first.getAllReceived()).isEqualTo(List.of(1));
    assertThat(second.getAllReceived()).isEqualTo(List.of(1));
    assertThat(other.hasMessages()).isFalse();
    assertThat(askers.isEmpty()).isFalse();
    askers.answer("two", 2);
    assertThat(other.getAllReceived()).isEqualTo(List.of(2));
    assertThat(askers.isEmpty()).isTrue();
  }

  @Test
  void shouldBoundRunsAndWhoWaitsForOne() {
    TestInbox<Integer> asker = TestInbox.create();
    for (int run = 0; run < Askers.RUNS_MAX; run++) {
      assertThat(askers.enter("run " + run, asker.getRef())).isEqualTo(Entry.BEGINS);
    }
    assertThat(askers.enter("one more", asker.getRef())).isEqualTo(Entry.REFUSED);
    for (int waiting = 1; waiting < Askers.WAITING_MAX; waiting++) {
      assertThat(askers.enter("run 0", asker.getRef())).isEqualTo(Entry.JOINS);
    }
    assertThat(askers.enter("run 0", asker.getRef())).isEqualTo(Entry.REFUSED);
    assertThat(askers.enter("run 1", asker.getRef())).isEqualTo(Entry.JOINS);

    askers.answer("run 0", 0);

    assertThat(asker.getAllReceived()).hasSize(Askers.WAITING_MAX);
    assertThat(askers.enter("one more", asker.getRef())).isEqualTo(Entry.BEGINS);
  }
}
