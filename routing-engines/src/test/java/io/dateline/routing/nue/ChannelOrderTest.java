package io.dateline.routing.nue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ChannelOrderTest {
  private static final int CHANNELS = 12;

  /** Often enough to the same place to run out of labels there. */
  @Property(tries = 50)
  void shouldBeInTheOrderOfAList(@ForAll long seed) {
    Random random = new Random(seed);
    ChannelOrder order = new ChannelOrder(IntStream.range(0, CHANNELS).toArray());
    List<Integer> twin = new ArrayList<>(IntStream.range(0, CHANNELS).boxed().toList());
    for (int i = 0; i < 500; i++) {
      int goal = random.nextInt(i < 250 ? 2 : CHANNELS);
      List<Integer> moved =
          twin.stream().filter(channel -> channel != goal && random.nextInt(4) == 0).toList();
      if (moved.isEmpty()) {
        continue;
      }
      twin.removeAll(moved);
      twin.addAll(twin.indexOf(goal), moved);
      order.moveBefore(goal, moved.stream().mapToInt(Integer::intValue).toArray(), moved.size());

      for (int at = 1; at < CHANNELS; at++) {
        assertThat(order.isBefore(twin.get(at - 1), twin.get(at))).isTrue();
        assertThat(order.isBefore(twin.get(at), twin.get(at - 1))).isFalse();
      }
    }
  }
}
