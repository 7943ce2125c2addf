package io.dateline.routing.actors.step;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.Behaviors;
import io.dateline.routing.StepPlaces.NotRoutedException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * Has another node route one step, and puts the pieces of its answer together. It ends with the
 * answer: when there is one, when the other node is gone, or when nobody waits for it any more.
 */
final class StepAsker {
  /** What it is told: replies, and that the answer is there. */
  private enum Over implements NoSerializationVerificationNeeded {
    INSTANCE
  }

  private final CompletableFuture<byte[]> answer;
  private int total; // bytes of the answer; 0 before the first piece
  private byte[] bytes = {}; // grows with what comes, whatever the total is said to be
  private int known; // of these bytes

  private StepAsker(CompletableFuture<byte[]> answer) {
    this.answer = answer;
  }

  /**
   * Asks.
   *
   * @param desk of the other node
   * @param answer is completed, unless it is already
   */
  static Behavior<Object> create(
      StepTask task, ActorRef<StepDesk.Route> desk, CompletableFuture<byte[]> answer) {
    return Behaviors.setup(
        context -> {
          ActorRef<Object> self = context.getSelf();
          context.pipeToSelf(answer, (bytes, failure) -> Over.INSTANCE);
          context.watch(desk);
          desk.tell(new StepDesk.Route(task, self.narrow()));
          return new StepAsker(answer).receiving();
        });
  }

  private Behavior<Object> receiving() {
    return Behaviors.receive(Object.class)
        .onMessage(StepMaker.Piece.class, this::take)
        .onMessage(StepMaker.NotMade.class, told -> fail(told.reason()))
        .onMessageEquals(Over.INSTANCE, Behaviors::stopped)
        .onSignal(Terminated.class, gone -> fail("it is gone"))
        .build();
  }

  private Behavior<Object> take(StepMaker.Piece piece) {
    if (known == 0) {
      total = piece.total();
    }
    byte[] more = piece.bytes();
    if (piece.total() != total
        || piece.from() != known
        || more.length == 0
        || more.length > total - known) {
      return fail("its answer came in pieces that do not fit");
    }
    if (more.length > bytes.length - known) {
      long room = Math.max(known + more.length, 2L * bytes.length);
      bytes = Arrays.copyOf(bytes, (int) Math.min(room, total));
    }
    System.arraycopy(more, 0, bytes, known, more.length);
    known += more.length;
    if (known == total) {
      answer.complete(bytes); // they are as long as the total now
    } else {
      piece.maker().tell(new StepMaker.More(known));
    }
    return Behaviors.same();
  }

  private Behavior<Object> fail(String reason) {
    answer.completeExceptionally(new NotRoutedException(reason));
    return Behaviors.same();
  }
}
