package io.dateline.sm.manager.shell;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.sm.manager.CandidateTrial;
import io.dateline.sm.manager.SmMessage;
import io.dateline.sm.replica.SubnetReplica;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes and judges candidates for the subnet manager on another node, from what this node reads
 * in the journal. One at a time: tables are large.
 */
public final class CandidateDesk {
  private static final Logger LOG = LoggerFactory.getLogger(CandidateDesk.class);
  private static final String NAME = "candidate-desk";
  private static final Duration READING_PATIENCE = Duration.ofSeconds(10);

  /** What is to be tried. */
  record Try(CandidateTrial.Task task, ActorRef<Tried> replyTo) implements SmMessage {}

  /**
   * What became of it.
   *
   * @param isOut whether the engine has refused, or the judge rejects its tables, for this reason
   * @param reason else why the node cannot say; empty where there is a routing
   * @param digest of its tables; empty where there are none
   */
  record Tried(
      boolean isOut,
      String reason,
      String digest,
      long served,
      boolean creditLoopFree,
      int bandwidthPercent,
      int hopsHundredths,
      long busiest)
      implements SmMessage {
    private static Tried of(CandidateTrial.Answer answer) {
      return switch (answer) {
        case CandidateTrial.Out out -> without(true, out.reason(), "");
        case CandidateTrial.Rejected rejected ->
            without(true, rejected.objection(), rejected.digest());
        case CandidateTrial.Unable unable -> without(false, unable.reason(), "");
        case CandidateTrial.Routed routed -> {
          RoutingFigures figures = routed.figures();
          yield new Tried(
              false,
              "",
              routed.digest(),
              figures.served(),
              figures.creditLoopFree(),
              figures.bandwidthPercent(),
              figures.hopsHundredths(),
              figures.busiest());
        }
      };
    }

    private static Tried without(boolean isOut, String reason, String digest) {
      return new Tried(isOut, reason, digest, 0, false, 0, 0, 0);
    }

    CandidateTrial.Answer answer() {
      if (isOut) {
        return digest.isEmpty()
            ? new CandidateTrial.Out(reason)
            : new CandidateTrial.Rejected(digest, reason);
      }
      return reason.isEmpty()
          ? new CandidateTrial.Routed(
              digest,
              new RoutingFigures(served, creditLoopFree, bandwidthPercent, hopsHundredths, busiest))
          : new CandidateTrial.Unable(reason);
    }
  }

  private final ActorSystem<?> system;
  private final ActorRef<SubnetReplica.Command> replica;
  private final CandidateTrial.Means means;
  private final Executor executor;
  private CompletionStage<?> last = CompletableFuture.completedStage(null);

  private CandidateDesk(
      ActorSystem<?> system, ActorRef<SubnetReplica.Command> replica, CandidateTrial.Means means) {
    this.system = system;
    this.replica = replica;
    this.means = means;
    executor =
        system
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(RoutingEngineBehavior.DISPATCHER));
  }

  /**
   * Opens it.
   *
   * @param context of the actor system's guardian
   * @param replica what this node reads of the journal
   */
  public static void open(
      ActorContext<?> context,
      ActorRef<SubnetReplica.Command> replica,
      CandidateTrial.Means means) {
    Behavior<Try> behavior =
        Behaviors.setup(own -> new CandidateDesk(own.getSystem(), replica, means).behavior());
    context.spawn(Behaviors.supervise(behavior).onFailure(SupervisorStrategy.restart()), NAME);
  }

  private Behavior<Try> behavior() {
    return Behaviors.receiveMessage(
        asked -> {
          CandidateTrial.Task task = asked.task();
          last =
              last.thenCompose(before -> read())
                  .thenApplyAsync(
                      caught -> CandidateTrial.run(task, caught.view().subnet(), means), executor)
                  .exceptionally(
                      failure -> new CandidateTrial.Unable("it failed there: " + failure))
                  .thenAccept(
                      answer -> {
                        LOG.info(
                            "Engine {} tried for generation {}: {}",
                            task.engine(),
                            task.generation(),
                            answer.inWords());
                        asked.replyTo().tell(Tried.of(answer));
                      });
          return Behaviors.same();
        });
  }

  private CompletionStage<SubnetReplica.CaughtUp> read() {
    return AskPattern.ask(
        replica, SubnetReplica.CatchUp::new, READING_PATIENCE, system.scheduler());
  }

  /** That of another node. */
  static ActorRef<Try> at(ActorSystem<?> system, Address node) {
    return ActorRefResolver.get(system).resolveActorRef(node + "/user/" + NAME);
  }
}
