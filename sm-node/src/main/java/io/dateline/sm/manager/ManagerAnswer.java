package io.dateline.sm.manager;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Questions to the manager on this node, which answers when it is done. */
final class ManagerAnswer {
  private ManagerAnswer() {}

  /**
   * Asks.
   *
   * @param question made with what takes the answer
   * @param late the answer where there was none in time
   */
  static <A> CompletionStage<A> of(
      Consumer<SmCommand> manager,
      Function<Consumer<A>, SmCommand> question,
      Duration patience,
      A late) {
    CompletableFuture<A> answer = new CompletableFuture<>();
    manager.accept(question.apply(answer::complete));
    return answer.completeOnTimeout(late, patience.toMillis(), TimeUnit.MILLISECONDS);
  }
}
