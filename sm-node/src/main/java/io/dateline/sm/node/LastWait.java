package io.dateline.sm.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** How long the process of an actor system waits for its end. */
public final class LastWait {
  /** For the actors to stop; as Akka waits, see {@code akka.conf}. */
  private static final long PATIENCE_S = 3;

  private LastWait() {}

  /**
   * Done when it has terminated; or a while after all but its actors have, so that one that is cut
   * off from everything, and waits for others to confirm its end, is started again. To be asked for
   * before the end begins.
   */
  public static CompletableFuture<?> of(ActorSystem<?> system) {
    CompletableFuture<Void> late = new CompletableFuture<>();
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseActorSystemTerminate(),
            "end-all-the-same",
            () -> {
              late.completeOnTimeout(null, PATIENCE_S, TimeUnit.SECONDS);
              return CompletableFuture.completedFuture(Done.getInstance());
            });
    return CompletableFuture.anyOf(system.getWhenTerminated().toCompletableFuture(), late);
  }

  /** Returns at this end. */
  public static void await(CompletableFuture<?> end) throws InterruptedException {
    try {
      end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
