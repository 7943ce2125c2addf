package io.dateline.sm.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A batch of Sets that another node sends through its port: a few parts of it at a time. Ports are
 * not heard of what they answered, only whether they took it. Answers come from any thread.
 */
public final class RelayedSets {
  /** Sets of a part: with 64 bytes each and a long route it is well below a message's limit. */
  static final int PART = 400;

  private static final int OUTSTANDING_MAX = 16;
  private static final int FAILURES_NAMED = 20;

  /**
   * What became of a part.
   *
   * @param failed Sets that were refused, not answered, or not sent, by their places in it
   * @param failures sentences about the first of them
   */
  public record Answer(BitSet failed, List<String> failures) {}

  private final Queue<List<PortSets.Item>> waiting;
  private final Function<byte[], CompletionStage<Answer>> relay;
  private final CompletableFuture<PortSets.Result> done = new CompletableFuture<>();
  private final List<String> failures = new ArrayList<>();
  private int outstanding; // parts
  private int sent;
  private int failed;
  private boolean isSilent; // a part was not answered

  RelayedSets(List<List<PortSets.Item>> parts, Function<byte[], CompletionStage<Answer>> relay) {
    waiting = new ArrayDeque<>(parts);
    this.relay = relay;
  }

  /** Begins; call once. */
  public synchronized CompletionStage<PortSets.Result> send() {
    go();
    return done;
  }

  /** No more parts are sent; those that are count as failed. */
  public synchronized void cancel() {
    giveUp("not sent, for it is of no use any more");
  }

  private void giveUp(String why) {
    waiting.forEach(part -> fail(part, why));
    waiting.clear();
  }

  /** The other node is none that could be asked. */
  public static final class NotSentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotSentException(String why) {
      super(why);
    }
  }

  /** Whether the other node may have Sets of this batch under way. */
  public synchronized boolean mayStillWrite() {
    return isSilent || outstanding > 0;
  }

  private void go() {
    while (!waiting.isEmpty() && outstanding < OUTSTANDING_MAX) {
      List<PortSets.Item> part = waiting.remove();
      outstanding++;
      relay
          .apply(PackedSets.of(part))
          .whenComplete((answer, failure) -> end(part, answer, failure));
    }
    if (outstanding == 0 && waiting.isEmpty()) {
      done.complete(new PortSets.Result(sent, failed, List.copyOf(failures)));
    }
  }

  private synchronized void end(List<PortSets.Item> part, Answer answer, Throwable failure) {
    outstanding--;
    if (failure instanceof NotSentException) {
      fail(part, failure.getMessage());
      giveUp(failure.getMessage());
    } else if (answer == null) {
      isSilent = true;
      fail(part, "the node that was to send it does not answer");
      giveUp("not sent, for the node that was to send it is silent");
    } else {
      sent += part.size();
      failed += answer.failed().cardinality();
      answer.failures().stream()
          .limit(Math.max(0, FAILURES_NAMED - failures.size()))
          .forEach(failures::add);
      for (int i = 0; i < part.size(); i++) {
        PortSets.AnswerSink sink = part.get(i).sink();
        if (answer.failed().get(i)) {
          sink.onFailure();
        } else {
          sink.accept(part.get(i).data());
        }
      }
    }
    go();
  }

  private void fail(List<PortSets.Item> part, String how) {
    sent += part.size();
    failed += part.size();
    if (failures.size() < FAILURES_NAMED) {
      failures.add("%d Sets: %s".formatted(part.size(), how));
    }
    part.forEach(item -> item.sink().onFailure());
  }
}
