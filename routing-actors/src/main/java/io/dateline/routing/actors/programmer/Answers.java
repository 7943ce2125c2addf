package io.dateline.routing.actors.programmer;

import io.dateline.mad.transport.MadOutcome;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Answers on their way from the exchange's thread to a programmer. A message to an event-sourced
 * actor costs several times what a Set costs; the largest subnet takes 3 million of them. So one
 * message stands for all answers that arrive before it is taken up.
 *
 * <p>Any thread may add; one actor drains.
 */
final class Answers {
  private record Answer(int block, MadOutcome outcome) {}

  /** Takes what came of a block number or {@link ProgrammingRun#TOP}. */
  @FunctionalInterface
  interface Sink {
    void settle(int block, MadOutcome outcome);
  }

  private final ConcurrentLinkedQueue<Answer> arrived = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean announced = new AtomicBoolean();

  /** Adds an answer; returns whether the actor has to be told that there are some. */
  boolean add(int block, MadOutcome outcome) {
    arrived.add(new Answer(block, outcome));
    return !announced.get() && announced.compareAndSet(false, true);
  }

  /** Takes out what has arrived. What is added from now on is announced again. */
  void drain(Sink sink) {
    announced.set(false); // before the look: what comes after it is announced, at worst in vain
    for (Answer answer = arrived.poll(); answer != null; answer = arrived.poll()) {
      sink.settle(answer.block, answer.outcome);
    }
  }
}
