package io.dateline.sm.manager.shell;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.engine.EngineOptionsSource;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.sm.manager.CandidateTrial;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.replica.SubnetReplica;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The node of the desk has read nothing of any fabric; its replica is played. */
@Timeout(60)
class CandidateDeskTest {
  private static final String NEWER = "it was asked something newer";
  private static final String UNREAD = "it has not read of this fabric yet";

  private final ActorTestKit kit = ActorTestKit.create(ConfigFactory.load());
  private final TestProbe<SubnetReplica.Command> replica = kit.createTestProbe();
  private final TestProbe<CandidateDesk.Tried> master = kit.createTestProbe();
  private final List<String> begun = new CopyOnWriteArrayList<>();
  private final CountDownLatch slowBegins = new CountDownLatch(1);
  private final CountDownLatch slowEnds = new CountDownLatch(1);
  private final ActorRef<CandidateDesk.Command> desk =
      kit.spawn(
          CandidateDesk.behavior(
              replica.ref(),
              new CandidateTrial.Means(
                  new Generations(),
                  this::engine,
                  EngineOptionsSource.of(RoutingOptions.DEFAULTS))));

  @AfterEach
  void shutDown() {
    slowEnds.countDown();
    kit.shutdownTestKit();
  }

  private Optional<RoutingEngine> engine(String name) {
    begun.add(name);
    if (name.equals("slow")) {
      slowBegins.countDown();
      try {
        slowEnds.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return Optional.empty();
  }

  private void ask(String engine, long term, long generation) {
    desk.tell(
        new CandidateDesk.Try(
            new CandidateTrial.Task(engine, generation, 1, "", "", "", 1, term, 1, false),
            master.ref()));
  }

  private void read() {
    replica
        .expectMessageClass(SubnetReplica.CatchUp.class)
        .replyTo()
        .tell(new SubnetReplica.CaughtUp(ReplicaView.EMPTY, true));
  }

  private String reason() {
    return ((CandidateTrial.Unable) master.receiveMessage().answer()).reason();
  }

  @Test
  void shouldNotBeginWithWhatIsVoidBeforeItHasRead() {
    ask("updn", 1, 1);
    SubnetReplica.CatchUp reading = replica.expectMessageClass(SubnetReplica.CatchUp.class);
    ask("nue", 1, 2);
    reading.replyTo().tell(new SubnetReplica.CaughtUp(ReplicaView.EMPTY, true));
    assertThat(reason()).isEqualTo(NEWER);
    read();
    assertThat(reason()).isEqualTo(UNREAD);
    assertThat(begun).containsExactly("nue");
  }

  @Test
  void shouldHaveOneUnderWayAndOneThatWaits() throws InterruptedException {
    ask("slow", 1, 1);
    read();
    slowBegins.await();
    ask("updn", 1, 2);
    ask("nue", 1, 3);
    assertThat(reason()).as("of updn").isEqualTo(NEWER);
    slowEnds.countDown();
    assertThat(reason()).as("of slow").isEqualTo(UNREAD);
    read();
    assertThat(reason()).as("of nue").isEqualTo(UNREAD);
    assertThat(begun).containsExactly("slow", "nue");
  }

  /** It does not know yet that it is master no more. */
  @Test
  void shouldComputeNothingForAnEarlierTerm() {
    ask("slow", 2, 5);
    read();
    ask("updn", 1, 9);
    ask("nue", 2, 4);
    assertThat(reason()).as("of updn").isEqualTo(NEWER);
    assertThat(reason()).as("of nue, of an earlier sweep").isEqualTo(NEWER);
    slowEnds.countDown();
    assertThat(reason()).as("of slow").isEqualTo(UNREAD);
    ask("dor", 2, 5);
    read();
    assertThat(reason()).isEqualTo(UNREAD);
    assertThat(begun).containsExactly("slow", "dor");
  }
}
