package io.dateline.sm.manager;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Has the subnet swept for an operator, on the node of the master and nowhere else. */
public final class OrderedSweeps {
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private OrderedSweeps() {}

  /**
   * Asks the subnet manager, which answers when the sweep has ended.
   *
   * @param whyNot why this node does not manage the subnet, if it does not
   */
  public static CompletionStage<SweepAnswer> ask(
      Consumer<SmCommand> manager, Optional<String> whyNot, String reason, SweepWish wish) {
    if (whyNot.isPresent()) {
      return CompletableFuture.completedStage(new SweepAnswer.NotSwept(whyNot.get()));
    }
    return ManagerAnswer.of(
        manager,
        answer -> new SmCommand.OrderedSweep(reason, wish, answer),
        PATIENCE,
        new SweepAnswer.NotSwept(
            "the sweep has not ended within %d minutes; the status tells how far it is"
                .formatted(PATIENCE.toMinutes())));
  }
}
