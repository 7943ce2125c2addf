package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What was acknowledged is there, whatever happens to the disk and to the power: runs of a seed
 * each. {@code -Ddurability.runs=1000} says how many, {@code -Ddurability.seed=7} which is the
 * first.
 */
class DurabilityTest {
  private static final int RUNS = Integer.getInteger("durability.runs", 6);
  private static final long FIRST = Long.getLong("durability.seed", new Random().nextInt(1 << 20));

  /** They wait most of the time. */
  private static final int AT_ONCE = 8;

  @TempDir private Path folder;

  @Test
  void shouldKeepWhatWasAcknowledged() {
    List<String> failed = new CopyOnWriteArrayList<>();
    AtomicLong acknowledged = new AtomicLong();
    AtomicLong crashes = new AtomicLong();
    AtomicLong troubles = new AtomicLong();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (long seed = FIRST; seed < FIRST + RUNS; seed++) {
        DurabilityRun run = new DurabilityRun(seed, folder.resolve("run-" + seed));
        String again = "-Ddurability.runs=1 -Ddurability.seed=%d: ".formatted(seed);
        threads.execute(
            () -> {
              String wrong = run.run();
              acknowledged.addAndGet(run.acknowledged());
              crashes.addAndGet(run.crashes());
              troubles.addAndGet(run.troubles());
              if (!wrong.isEmpty()) {
                failed.add(again + wrong);
                System.out.println(again + wrong);
              }
            });
      }
    }
    System.out.printf(
        "durability: %d runs from seed %d, %d events acknowledged, %d times without power, %d times"
            + " a disk that was full or failed, %d runs lost something%n",
        RUNS, FIRST, acknowledged.get(), crashes.get(), troubles.get(), failed.size());
    assertThat(failed).isEmpty();
  }
}
