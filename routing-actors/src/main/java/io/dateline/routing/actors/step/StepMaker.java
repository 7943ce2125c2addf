package io.dateline.routing.actors.step;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.routing.StepPlaces.NotRoutedException;
import io.dateline.routing.actors.entity.RoutingMessage;
import io.dateline.routing.actors.generation.FabricGeneration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Routes one step for another node, and hands out what it comes to piece by piece, as the other
 * node asks for it. It ends when that one does.
 */
public final class StepMaker {
  /** So much fits a frame of the transport, of 256 KiB, and leaves room for other messages. */
  static final int PIECE_BYTES = 128 * 1024;

  /** What it is told. */
  sealed interface Command {}

  private record Made(byte[] bytes, Throwable failure)
      implements Command, NoSerializationVerificationNeeded {}

  /**
   * The next piece is wanted.
   *
   * @param from where it begins
   */
  public record More(int from) implements Command, RoutingMessage {}

  /** What it answers. */
  public sealed interface Reply extends RoutingMessage {}

  /**
   * A piece of the bytes.
   *
   * @param total how many bytes there are
   * @param from where the piece begins
   * @param maker has the rest
   */
  public record Piece(int total, int from, byte[] bytes, ActorRef<More> maker) implements Reply {}

  /** The node has not routed the step; the reason is a sentence about "it". */
  public record NotMade(String reason) implements Reply {}

  private final ActorContext<Command> context;
  private final ActorRef<Reply> replyTo;
  private final int pieceBytes;
  private final CompletableFuture<byte[]> making;
  private byte[] made; // null before

  private StepMaker(
      ActorContext<Command> context,
      ActorRef<Reply> replyTo,
      int pieceBytes,
      CompletableFuture<byte[]> making) {
    this.context = context;
    this.making = making;
    this.replyTo = replyTo;
    this.pieceBytes = pieceBytes;
  }

  static Behavior<Command> create(
      StepTask task,
      ActorRef<Reply> replyTo,
      StepFacts facts,
      StepTask.Means means,
      int pieceBytes) {
    return Behaviors.setup(
        context -> {
          context.watch(replyTo);
          CompletableFuture<byte[]> making =
              facts
                  .generation(task.generation())
                  .thenApplyAsync(found -> run(task, found, means), means.computing())
                  .toCompletableFuture();
          context.pipeToSelf(making, Made::new);
          return new StepMaker(context, replyTo, pieceBytes, making).receiving();
        });
  }

  private static byte[] run(StepTask task, Optional<FabricGeneration> found, StepTask.Means means) {
    try {
      return task.run(found, means);
    } catch (NotRoutedException e) {
      throw new CompletionException(e);
    }
  }

  private Behavior<Command> receiving() {
    return Behaviors.receive(Command.class)
        .onMessage(Made.class, this::take)
        .onMessage(More.class, more -> hand(more.from()))
        .onSignal(Terminated.class, gone -> Behaviors.stopped())
        .onSignal(PostStop.class, stopped -> drop())
        .build();
  }

  /** What waits for a thread is not begun: engines of newer generations wait behind it. */
  private Behavior<Command> drop() {
    making.cancel(false);
    return Behaviors.same();
  }

  private Behavior<Command> take(Made answer) {
    if (answer.failure() != null) {
      Throwable cause =
          answer.failure() instanceof CompletionException wrapped && wrapped.getCause() != null
              ? wrapped.getCause()
              : answer.failure();
      String reason =
          cause instanceof NotRoutedException told
              ? told.getMessage()
              : "it failed there: " + cause;
      context.getLog().info("Step not routed for another node: {}", reason);
      replyTo.tell(new NotMade(reason));
      return Behaviors.stopped();
    }
    made = answer.bytes();
    return hand(0);
  }

  /** Nothing where it is asked for what there is not. */
  private Behavior<Command> hand(int from) {
    if (made != null && from >= 0 && from < made.length) {
      int to = Math.min(made.length, from + pieceBytes);
      replyTo.tell(
          new Piece(
              made.length,
              from,
              Arrays.copyOfRange(made, from, to),
              context.getSelf().unsafeUpcast().narrow()));
    }
    return Behaviors.same();
  }
}
