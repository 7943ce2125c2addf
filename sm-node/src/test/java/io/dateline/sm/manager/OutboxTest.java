package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private final Outbox out = new Outbox();

  /** A term that begins after the journal's failure may number its first sweep as the last one. */
  @Test
  void shouldDropWhatWasAskedForBeforeTheRun() {
    out.await("answer", () -> new CompletableFuture<>(), (value, failure) -> new SmCommand.Stop());
    out.tell(new SmCommand.LookAround());
    out.startTimer("timer", Duration.ofSeconds(1), new SmCommand.PollDue());
    List<SmCommand> inputs = out.take().stream().map(OutboxTest::input).toList();
    assertThat(inputs.stream().flatMap(input -> out.open(input).stream()))
        .containsExactly(new SmCommand.Stop(), new SmCommand.LookAround(), new SmCommand.PollDue());

    out.beginRun();

    assertThat(inputs.stream().flatMap(input -> out.open(input).stream())).isEmpty();
  }

  @Test
  void shouldOpenWhatComesFromOutside() {
    out.beginRun();

    assertThat(out.open(new SmCommand.Stop())).contains(new SmCommand.Stop());
  }

  private static SmCommand input(SmEffect effect) {
    return switch (effect) {
      case SmEffect.Await<?> awaited -> awaited.told().apply(null, null);
      case SmEffect.Tell told -> told.command();
      case SmEffect.StartTimer timer -> timer.command();
      default -> throw new IllegalArgumentException("asks for nothing: " + effect);
    };
  }
}
