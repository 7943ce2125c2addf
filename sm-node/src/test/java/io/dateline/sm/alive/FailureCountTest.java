package io.dateline.sm.alive;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailureCountTest {
  private final ActorTestKit kit = ActorTestKit.create();

  @AfterEach
  void shutDown() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldTellOfEachFailureOfAnActorThatIsBegunAnew() {
    TestProbe<String> failures = kit.createTestProbe();
    TestProbe<String> taken = kit.createTestProbe();
    Behavior<String> behavior =
        Behaviors.receiveMessage(
            message -> {
              if (message.startsWith("bad")) {
                throw new IllegalStateException(message);
              }
              taken.ref().tell(message);
              return Behaviors.same();
            });
    ActorRef<String> actor =
        kit.spawn(
            Behaviors.supervise(
                    FailureCount.of(behavior, failure -> failures.ref().tell(failure.getMessage())))
                .onFailure(SupervisorStrategy.restart()));
    actor.tell("bad 1");
    actor.tell("good");
    actor.tell("bad 2");
    failures.expectMessage("bad 1");
    taken.expectMessage("good");
    failures.expectMessage("bad 2");
    assertThat(actor).isNotNull();
  }
}
