package io.dateline.sm.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadRequest;
import io.dateline.sm.UnusedExchange;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class PortSetsTest {
  private static final int MADS = 1000;
  private static final long SILENT = 1;
  private static final long LIVELY = 2;

  /** Ends requests in their order, and counts those to the silent node. */
  private static final class Line extends UnusedExchange {
    private record Open(MadRequest request, Consumer<MadOutcome> onOutcome) {}

    private final ArrayDeque<Open> open = new ArrayDeque<>();
    private final Predicate<MadRequest> isAnswered;
    private int toSilent;
    private int toLively;

    Line(Predicate<MadRequest> isAnswered) {
      this.isAnswered = isAnswered;
    }

    void run() {
      while (!open.isEmpty()) {
        Open next = open.poll();
        next.onOutcome.accept(
            isAnswered.test(next.request)
                ? new MadOutcome.Answered(next.request, next.request.packet().mad())
                : new MadOutcome.TimedOut(next.request, 4));
      }
    }

    @Override
    public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
      toSilent += request.target() == SILENT ? 1 : 0;
      toLively += request.target() == LIVELY ? 1 : 0;
      open.add(new Open(request, onOutcome));
    }
  }

  private int accepted;
  private int failed;

  private PortSets sets() {
    PortSets sets = new PortSets();
    for (int i = 0; i < 2 * MADS; i++) {
      sets.add(
          DirectedRoute.LOCAL,
          i % 2 == 0 ? SILENT : LIVELY,
          AttributeId.SL_TO_VL_MAPPING_TABLE,
          i,
          0,
          new byte[8],
          new PortSets.AnswerSink() {
            @Override
            public void accept(byte[] data) {
              accepted++;
            }

            @Override
            public void onFailure() {
              failed++;
            }
          });
    }
    return sets;
  }

  private PortSets.Result send(Line line) {
    CompletableFuture<PortSets.Result> result = sets().send(line).toCompletableFuture();
    line.run();
    assertThat(result).isCompleted();
    return result.join();
  }

  @Test
  void shouldNotSendAllToNodeThatDoesNotAnswer() {
    Line line = new Line(request -> request.target() == LIVELY);
    PortSets.Result result = send(line);
    assertThat(result.failed()).isEqualTo(MADS).isEqualTo(failed);
    assertThat(result.failures().getFirst()).contains("not answered in 4 tries");
    assertThat(result.failures().getLast()).contains("the node does not answer");
    assertThat(accepted).isEqualTo(MADS);
    assertThat(line.toLively).isEqualTo(MADS);
    assertThat(line.toSilent).isLessThan(32);
  }

  /** A wire that loses much is no dead switch. */
  @Test
  void shouldSendAllToNodeThatAnswersNowAndThen() {
    Line line = new Line(request -> request.packet().mad().attributeModifier() % 7 == 0);
    PortSets.Result result = send(line);
    assertThat(line.toSilent).isEqualTo(MADS);
    assertThat(line.toLively).isEqualTo(MADS);
    assertThat(result.failed() + accepted).isEqualTo(2 * MADS);
  }

  @Test
  void shouldEndWithoutAny() {
    assertThat(new PortSets().send(new Line(request -> true)).toCompletableFuture()).isCompleted();
  }
}
