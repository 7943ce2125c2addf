package io.dateline.sm.simulation;

import io.dateline.sim.SimulatedFabric;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * One thread's time: what is to happen, in order, and what has happened. All chance is a seed's.
 */
final class World {
  static final long MS = 1_000_000;
  static final long SECOND = 1000 * MS;

  private static final int LINES_KEPT = 400;
  private static final long EPOCH_MS = 1_700_000_000_000L;

  private record Event(long atNs, long order, Runnable run) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNs, other.atNs);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Random random;
  private final Deque<String> lines = new ArrayDeque<>();
  private final CRC32 digest = new CRC32();
  private Consumer<String> listener = line -> {};
  private long order;
  private long nowNs = SECOND;

  World(long seed) {
    random = new Random(seed);
  }

  long nanos() {
    return nowNs;
  }

  long millis() {
    return EPOCH_MS + nowNs / MS;
  }

  Random random() {
    return random;
  }

  /** A length of time between two, in ns. */
  long between(long least, long most) {
    return least + (long) (random.nextDouble() * (most - least));
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  void in(long delayNs, Runnable run) {
    events.add(new Event(nowNs + delayNs, order++, run));
  }

  /** Has a fabric's clock go with this one. */
  void drive(SimulatedFabric fabric, long intervalNs) {
    in(
        intervalNs,
        () -> {
          fabric.advance(nowNs / MS);
          drive(fabric, intervalNs);
        });
  }

  /** Answers later. */
  <T> CompletionStage<T> later(long delayNs, Supplier<T> value) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    in(
        delayNs,
        () -> {
          try {
            answer.complete(value.get());
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  /** Time passes. */
  void go(long lengthNs) {
    long until = nowNs + lengthNs;
    boolean goesOn = true;
    while (goesOn) {
      goesOn = step(until);
    }
  }

  /** The next thing happens, if it happens before a time. */
  boolean step(long untilNs) {
    if (events.isEmpty() || events.peek().atNs > untilNs) {
      nowNs = untilNs;
      return false;
    }
    Event next = events.remove();
    nowNs = next.atNs;
    next.run.run();
    return true;
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is in no library that we have
  void note(String format, Object... arguments) {
    String line = "%10.4f %s".formatted((double) nowNs / SECOND, format.formatted(arguments));
    listener.accept(format.formatted(arguments));
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    lines.add(line);
    if (lines.size() > LINES_KEPT) {
      lines.remove();
    }
  }

  /** Has each line told, without its time. */
  void listen(Consumer<String> given) {
    listener = given;
  }

  /** The last lines of what has happened. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Of all that has happened. */
  long digest() {
    return digest.getValue();
  }
}
