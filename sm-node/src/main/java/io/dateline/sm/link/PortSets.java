package io.dateline.sm.link;

import io.dateline.fabric.Guid;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A batch of Sets sent side by side; ends when each has been answered or given up. Answers and
 * counters belong to the exchange's thread.
 */
public final class PortSets {
  private static final int FAILURES_NAMED = 20;

  private final List<Item> items = new ArrayList<>();

  /** Receives the attribute as the node answered it. */
  @FunctionalInterface
  public interface AnswerSink {
    void accept(byte[] data);

    /** The Set was refused or not answered. */
    default void onFailure() {}
  }

  private record Item(MadRequest request, AnswerSink sink) {}

  /**
   * How a batch ended.
   *
   * @param sent Sets sent
   * @param failed Sets refused or not answered
   * @param failures sentences about the first of them
   */
  public record Result(int sent, int failed, List<String> failures) {}

  /**
   * Adds a Set.
   *
   * @param nodeGuid the node it is for; also what the window per target counts by
   * @param mKey the key the port holds now
   */
  public PortSets add(
      DirectedRoute route,
      long nodeGuid,
      int attributeId,
      int modifier,
      long mKey,
      byte[] data,
      AnswerSink sink) {
    Mad mad = Smp.set(route, attributeId, modifier, mKey, data);
    items.add(new Item(MadRequest.of(MadPacket.directed(mad), nodeGuid), sink));
    return this;
  }

  public int size() {
    return items.size();
  }

  /** Sends all; call once. */
  public CompletionStage<Result> send(MadExchange exchange) {
    Run run = new Run(items.size());
    if (items.isEmpty()) {
      run.finish();
    }
    for (Item item : items) {
      exchange.request(item.request, outcome -> run.onOutcome(item, outcome));
    }
    return run.done;
  }

  private static final class Run {
    private final CompletableFuture<Result> done = new CompletableFuture<>();
    private final List<String> failures = new ArrayList<>();
    private final int sent;
    private int outstanding;
    private int failed;

    Run(int sent) {
      this.sent = sent;
      outstanding = sent;
    }

    void onOutcome(Item item, MadOutcome outcome) {
      switch (outcome) {
        case MadOutcome.Answered answered -> item.sink.accept(Smp.data(answered.reply()));
        case MadOutcome.Refused refused ->
            fail(item, "refused with status 0x%04x".formatted(refused.reply().status()));
        case MadOutcome.TimedOut timedOut ->
            fail(item, "not answered in %d tries".formatted(timedOut.tries()));
        case MadOutcome.Rejected rejected -> fail(item, rejected.reason());
      }
      outstanding--;
      if (outstanding == 0) {
        finish();
      }
    }

    private void fail(Item item, String how) {
      failed++;
      item.sink.onFailure();
      if (failures.size() < FAILURES_NAMED) {
        Mad mad = item.request.packet().mad();
        failures.add(
            "Set of attribute 0x%04x, modifier 0x%x, at %s: %s"
                .formatted(
                    mad.attributeId(),
                    mad.attributeModifier(),
                    Guid.format(item.request.target()),
                    how));
      }
    }

    private void finish() {
      done.complete(new Result(sent, failed, List.copyOf(failures)));
    }
  }
}
