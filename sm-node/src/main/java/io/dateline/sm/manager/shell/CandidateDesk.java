package io.dateline.sm.manager.shell;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.sm.manager.CandidateTrial;
import io.dateline.sm.manager.SmMessage;
import io.dateline.sm.replica.SubnetReplica;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes and judges candidates for the subnet manager on another node, from what this node reads
 * in the journal. One at a time, for tables are large; and one may wait. A master asks a node for
 * one engine after the other, so that two meet where the first one is void: its sweep has failed,
 * or its master is none any more. What is void is not begun. It is answered, as what this node
 * cannot say: a master that thinks it needs it goes on at once. What is under way cannot be
 * stopped.
 */
public final class CandidateDesk {
  private static final Logger LOG = LoggerFactory.getLogger(CandidateDesk.class);
  private static final String NAME = "candidate-desk";
  private static final Duration READING_PATIENCE = Duration.ofSeconds(10);

  /** What the desk takes. */
  sealed interface Command {}

  /** This node has read what is in the journal, unless it failed to. */
  private record Read(SubnetReplica.CaughtUp caught, Throwable failure) implements Command {}

  private record Ended(CandidateTrial.Answer answer) implements Command {}

  /** What is to be tried. */
  record Try(CandidateTrial.Task task, ActorRef<Tried> replyTo) implements SmMessage, Command {}

  /**
   * What became of it.
   *
   * @param isOut whether the engine has refused, or the judge rejects its tables, for this reason
   * @param reason else why the node cannot say; empty where there is a routing
   * @param digest of its tables; empty where there are none
   * @param isUnjudged whether that is all that was asked for
   */
  record Tried(
      boolean isOut,
      String reason,
      String digest,
      long served,
      boolean creditLoopFree,
      int bandwidthPercent,
      int hopsHundredths,
      long busiest,
      boolean isUnjudged)
      implements SmMessage {
    private static Tried of(CandidateTrial.Answer answer) {
      return switch (answer) {
        case CandidateTrial.Out out -> without(true, out.reason(), "");
        case CandidateTrial.Rejected rejected ->
            without(true, rejected.objection(), rejected.digest());
        case CandidateTrial.Unable unable -> without(false, unable.reason(), "");
        case CandidateTrial.Tables tables ->
            new Tried(false, "", tables.digest(), 0, false, 0, 0, 0, true);
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
              figures.busiest(),
              false);
        }
      };
    }

    private static Tried without(boolean isOut, String reason, String digest) {
      return new Tried(isOut, reason, digest, 0, false, 0, 0, 0, false);
    }

    CandidateTrial.Answer answer() {
      if (isUnjudged) {
        return new CandidateTrial.Tables(digest);
      }
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

  private final ActorContext<Command> context;
  private final ActorRef<SubnetReplica.Command> replica;
  private final CandidateTrial.Means means;
  private final Executor executor;
  private CandidateTrial.Task newest; // of those that came; null before
  private Try underWay; // null while there is none
  private Try waiting; // null while there is none

  private CandidateDesk(
      ActorContext<Command> context,
      ActorRef<SubnetReplica.Command> replica,
      CandidateTrial.Means means) {
    this.context = context;
    this.replica = replica;
    this.means = means;
    executor =
        context
            .getSystem()
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
    context.spawn(
        Behaviors.supervise(behavior(replica, means)).onFailure(SupervisorStrategy.restart()),
        NAME);
  }

  static Behavior<Command> behavior(
      ActorRef<SubnetReplica.Command> replica, CandidateTrial.Means means) {
    return Behaviors.setup(own -> new CandidateDesk(own, replica, means).receiving());
  }

  private Behavior<Command> receiving() {
    return Behaviors.receiveMessage(
        command -> {
          switch (command) {
            case Try asked -> take(asked);
            case Read read -> run(read);
            case Ended ended -> end(ended.answer());
          }
          return Behaviors.same();
        });
  }

  private void take(Try asked) {
    if (newest != null && newest.isAfter(asked.task())) {
      dismiss(asked);
      return;
    }
    newest = asked.task();
    if (waiting != null) {
      dismiss(waiting);
    }
    waiting = asked;
    beginNext();
  }

  private static void dismiss(Try asked) {
    answer(asked, new CandidateTrial.Unable("it was asked something newer"));
  }

  private void beginNext() {
    if (underWay != null || waiting == null) {
      return;
    }
    underWay = waiting;
    waiting = null;
    context.ask(
        SubnetReplica.CaughtUp.class,
        replica,
        READING_PATIENCE,
        SubnetReplica.CatchUp::new,
        Read::new);
  }

  private void run(Read read) {
    CandidateTrial.Task task = underWay.task();
    if (waiting != null) {
      end(new CandidateTrial.Unable("it was asked something newer"));
    } else if (read.failure() != null) {
      end(new CandidateTrial.Unable("it could not read: " + read.failure()));
    } else {
      context.pipeToSelf(
          CompletableFuture.supplyAsync(
              () -> CandidateTrial.run(task, read.caught().view().subnet(), means), executor),
          (answer, failure) ->
              new Ended(
                  failure == null
                      ? answer
                      : new CandidateTrial.Unable("it failed there: " + failure)));
    }
  }

  private void end(CandidateTrial.Answer answer) {
    answer(underWay, answer);
    underWay = null;
    beginNext();
  }

  private static void answer(Try asked, CandidateTrial.Answer answer) {
    LOG.info(
        "Engine {} tried for generation {}: {}",
        asked.task().engine(),
        asked.task().generation(),
        answer.inWords());
    asked.replyTo().tell(Tried.of(answer));
  }

  /** That of another node. */
  static ActorRef<Try> at(ActorSystem<?> system, Address node) {
    return ActorRefResolver.get(system).resolveActorRef(node + "/user/" + NAME);
  }
}
