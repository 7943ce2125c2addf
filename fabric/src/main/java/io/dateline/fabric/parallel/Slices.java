package io.dateline.fabric.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Cuts the indices {@code 0 .. count-1} into contiguous slices of nearly equal length, one a
 * thread. Where slices end depends on the number of threads, so a task whose result must not is one
 * whose results can be joined in slice order whatever the cuts.
 */
public final class Slices {
  private Slices() {}

  /** Work on the indices from {@code from} (inclusive) to {@code to} (exclusive). */
  @FunctionalInterface
  public interface Task<T> {
    T run(int from, int to);
  }

  /**
   * Runs a task on every slice, the first one on the calling thread, and waits for all of them.
   *
   * @return the results in the order of the slices; at least one, an empty range being one slice
   * @throws IllegalArgumentException if {@code threads} is less than 1
   * @throws RuntimeException what a slice threw, once all have ended
   */
  public static <T> List<T> map(int count, int threads, Task<T> task) {
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
    int slices = Math.max(1, Math.min(threads, count));
    if (slices == 1) {
      return List.of(task.run(0, count));
    }
    List<CompletableFuture<T>> others = new ArrayList<>(slices - 1);
    List<T> results = new ArrayList<>(slices);
    try (ExecutorService executor = Executors.newFixedThreadPool(slices - 1)) {
      for (int slice = 1; slice < slices; slice++) {
        int from = bound(count, slices, slice);
        int to = bound(count, slices, slice + 1);
        others.add(CompletableFuture.supplyAsync(() -> task.run(from, to), executor));
      }
      results.add(task.run(0, bound(count, slices, 1)));
      for (CompletableFuture<T> other : others) {
        results.add(other.join());
      }
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }
    return results;
  }

  /** Does something with every item, in slices of a list, and returns what comes of each. */
  public static <T, R> List<R> each(List<T> items, int threads, Function<T, R> work) {
    return map(
            items.size(),
            threads,
            (from, to) -> items.subList(from, to).stream().map(work).toList())
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  private static int bound(int count, int slices, int slice) {
    return (int) ((long) count * slice / slices);
  }
}
