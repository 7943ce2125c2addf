package io.dateline.mad.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DeadlineQueueTest {
  private static final class Entry extends Timed {}

  @Property(tries = 200)
  void shouldAlwaysHoldTheSoonestFirst(@ForAll long seed, @ForAll @IntRange(max = 400) int steps) {
    Random random = new Random(seed);
    long start = random.nextLong();
    DeadlineQueue queue = new DeadlineQueue();
    List<Entry> twin = new ArrayList<>();
    for (int step = 0; step < steps; step++) {
      if (twin.isEmpty() || random.nextInt(5) < 3) {
        Entry entry = new Entry();
        queue.add(entry, start + random.nextInt(50));
        twin.add(entry);
      } else {
        Entry entry = twin.remove(random.nextInt(twin.size()));
        queue.remove(entry);
        queue.remove(entry); // no longer there: nothing happens
      }
      assertThat(queue.size()).isEqualTo(twin.size());
      Entry soonest =
          twin.stream()
              .min(Comparator.comparingLong(entry -> entry.deadlineNs - start))
              .orElse(null);
      if (soonest == null) {
        assertThat(queue.peek()).isNull();
      } else {
        assertThat(queue.peek().deadlineNs).isEqualTo(soonest.deadlineNs);
      }
    }
  }
}
