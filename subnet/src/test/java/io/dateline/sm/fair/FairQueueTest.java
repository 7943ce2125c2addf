package io.dateline.sm.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FairQueueTest {
  private final FairQueue<String> queue = new FairQueue<>(6, 4);

  private void offer(long port, String... asked) {
    for (String one : asked) {
      assertThat(queue.offer(port, one)).isEmpty();
    }
  }

  private String all() {
    StringBuilder taken = new StringBuilder();
    for (Optional<String> one = queue.take(); one.isPresent(); one = queue.take()) {
      taken.append(one.get()).append(' ');
    }
    return taken.toString().strip();
  }

  @Test
  void shouldServePortsInTurnAndEachInOrder() {
    offer(1, "a1", "a2", "a3");
    offer(2, "b1", "b2");
    offer(3, "c1");
    assertThat(all()).isEqualTo("a1 b1 c1 a2 b2 a3");
    assertThat(queue.size()).isZero();
  }

  @Test
  void shouldLetAPortThatComesBackWaitForItsTurn() {
    offer(1, "a1", "a2");
    assertThat(queue.take()).contains("a1");
    offer(2, "b1");
    offer(1, "a3");
    assertThat(all()).isEqualTo("a2 b1 a3");
  }

  @Test
  void shouldHoldSoManyOfOnePort() {
    offer(1, "a1", "a2", "a3", "a4");
    assertThat(queue.offer(1, "a5")).contains("a5");
    offer(2, "b1");
  }

  @Test
  void shouldMakeRoomWithTheNewestOfThePortThatHasMost() {
    offer(1, "a1", "a2", "a3", "a4");
    offer(2, "b1", "b2");
    assertThat(queue.offer(3, "c1")).contains("a4");
    assertThat(queue.offer(3, "c2")).as("it would have as many").contains("a3");
    assertThat(queue.offer(3, "c3")).contains("c3");
    assertThat(all()).isEqualTo("a1 b1 c1 a2 b2 c2");
  }

  /** A look at all of them for each request that comes would be 6,000,000,000 looks. */
  @Test
  @Timeout(20)
  void shouldNotLookAtAllPortsForEachRequest() {
    int waiting = 1 << 16;
    FairQueue<Integer> full = new FairQueue<>(waiting, 4);
    for (int i = 0; i < waiting; i++) {
      full.offer(i, i);
    }
    for (int i = 0; i < 100_000; i++) {
      assertThat(full.offer(waiting + i, -1)).contains(-1);
    }
    assertThat(full.size()).isEqualTo(waiting);
  }

  /** Against a model that looks at all. */
  @Test
  void shouldNeverHoldMoreThanItsBoundsNorLoseAnything() {
    long seed = 20261125;
    Random random = new Random(seed);
    FairQueue<Integer> many = new FairQueue<>(50, 20);
    Map<Long, ArrayDeque<Integer>> model = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      long port = random.nextInt(1 + random.nextInt(12));
      if (random.nextInt(3) > 0) {
        int largest = model.values().stream().mapToInt(ArrayDeque::size).max().orElse(0);
        ArrayDeque<Integer> own = model.computeIfAbsent(port, key -> new ArrayDeque<>());
        boolean isFull = many.size() == 50;
        Optional<Integer> dropped = many.offer(port, i);
        if (own.size() == 20 || (isFull && largest <= own.size() + 1)) {
          assertThat(dropped).as("seed %d, step %d", seed, i).contains(i);
        } else {
          own.add(i);
          assertThat(dropped.isPresent()).isEqualTo(isFull);
          dropped.ifPresent(
              lost ->
                  assertThat(model.values().stream().anyMatch(one -> one.remove(lost))).isTrue());
        }
      } else {
        many.take()
            .ifPresent(
                taken ->
                    assertThat(
                            model.values().stream()
                                .anyMatch(one -> taken.equals(one.peek()) && one.remove(taken)))
                        .isTrue());
      }
      assertThat(many.size()).isEqualTo(model.values().stream().mapToInt(ArrayDeque::size).sum());
    }
  }
}
