package io.dateline.routing.actors.entity;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.DeadLetter;
import akka.actor.Dropped;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.sharding.typed.ShardingEnvelope;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Commands that are dropped on the way to entities that are played by this test. */
final class RedeliveryTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ConfigFactory.load());
  private static final akka.actor.ActorRef LOST = Adapter.toClassic(KIT.system()).deadLetters();

  /** A command. */
  private record Work(int number) implements RoutingMessage {}

  private final TestProbe<String> told = KIT.createTestProbe(String.class);
  private final TestProbe<Work> givenUp = KIT.createTestProbe(Work.class);
  private final ActorRef<Redelivery.Input> redelivery =
      KIT.spawn(
          Redelivery.create(
              "Worker",
              Work.class,
              new Refusal<>() {
                @Override
                public boolean refuse(String entityId, Work command) {
                  return command.number() < 0;
                }

                @Override
                public void giveUp(Work command) {
                  givenUp.ref().tell(command);
                }
              },
              (entityId, command) -> told.ref().tell(entityId + " " + command.number())));

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  /** As sharding does it: a dead letter in a dead letter. */
  private void drop(String entityId, int number) {
    Dropped dropped =
        new Dropped(new ShardingEnvelope<>(entityId, new Work(number)), "a hand-off", LOST, null);
    redelivery.tell(new Redelivery.Dropped(new DeadLetter(dropped, LOST, LOST)));
  }

  private static void expect(LoggingTestKit line, Runnable drops) {
    line.expect(
        KIT.system(),
        () -> {
          drops.run();
          return null;
        });
  }

  @Test
  void shouldTellOfAnEventOfLossInOneLine() {
    expect(
        LoggingTestKit.info("Worker: 40 commands were dropped on the way and told again, 1 were"),
        () -> {
          for (int number = 1; number <= 40; number++) {
            drop("entity" + number, number);
          }
          drop("entity1", -1);
          redelivery.tell(new Redelivery.Dropped(new DeadLetter("something else", LOST, LOST)));
        });

    List<String> all =
        IntStream.rangeClosed(1, 40).mapToObj(it -> "entity%d %d".formatted(it, it)).toList();
    assertThat(told.receiveSeveralMessages(40)).containsExactlyInAnyOrderElementsOf(all);
    told.expectNoMessage(Duration.ZERO);
  }

  /** What asked hears of it, and does not wait for as long as its patience lasts. */
  @Test
  void shouldGiveUpWhatIsDroppedEachTime() {
    for (int i = 0; i < 5; i++) {
      drop("entity", 1);
      told.expectMessage("entity 1");
    }
    expect(
        LoggingTestKit.warn("Worker: 1 commands were dropped each time"), () -> drop("entity", 1));

    givenUp.expectMessage(new Work(1));
    told.expectNoMessage(Duration.ZERO);
  }
}
