package io.dateline.sm.alive;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PulseTest {
  private final SignBook book = new SignBook();
  private final List<String> received = new ArrayList<>();
  private boolean mayStop;
  private final Pulse pulse = new Pulse(Part.REPLICA, book, () -> mayStop);
  private final AtomicInteger answers = new AtomicInteger();

  private final Behavior<String> behavior =
      Behaviors.receiveMessage(
          message -> {
            received.add(message);
            return message.equals("stop") ? Behaviors.stopped() : Behaviors.same();
          });

  @Test
  void shouldAnswerBesideTheActorsOwnMessages() {
    assertThat(pulse.isExpected()).isFalse();
    BehaviorTestKit<String> actor = BehaviorTestKit.create(pulse.of(behavior));
    assertThat(pulse.isExpected()).isTrue();
    pulse.ask(answers::incrementAndGet);
    actor.getRef().tell("one");
    pulse.ask(answers::incrementAndGet);
    while (actor.selfInbox().hasMessages()) {
      actor.runOne();
    }
    assertThat(answers).hasValue(2);
    assertThat(received).containsExactly("one");
  }

  @Test
  void shouldTellThatTheActorHasStopped() {
    BehaviorTestKit<String> actor = BehaviorTestKit.create(pulse.of(behavior));
    actor.run("stop");
    for (int turn = 0; turn < 3; turn++) {
      book.turn(Set.of(Part.REPLICA));
      if (turn == 0) {
        book.stopped(Part.REPLICA); // the test kit tells a behavior that stops itself nothing
      }
    }
    assertThat(book.overdue(100)).isPresent();
    assertThat(actor.isAlive()).isFalse();
  }
}
