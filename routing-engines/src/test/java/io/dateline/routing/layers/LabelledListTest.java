package io.dateline.routing.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LabelledListTest {
  @Property(tries = 100)
  void shouldMoveItemsAsAListWould(@ForAll long seed) {
    Random random = new Random(seed);
    int count = 2 + random.nextInt(30);
    List<Integer> twin = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    LabelledList list = new LabelledList(IntStream.range(0, count).toArray());
    for (int move = 0; move < 300; move++) {
      int item = random.nextInt(count);
      int behind = random.nextInt(count + 1);
      if (item == behind) {
        continue;
      }
      list.take(item);
      list.put(new int[] {item}, 1, behind);
      twin.remove((Integer) item);
      twin.add(behind == count ? twin.size() : twin.indexOf(behind), item);
      assertAgrees(list, twin);
    }
  }

  @Test
  void shouldMakeRoomWhereManyAreMovedToTheSamePlace() {
    LabelledList list = new LabelledList(new int[] {0, 1, 2, 3});
    List<Integer> expected = List.of(0, 3, 2, 1);
    for (int move = 0; move < 500; move++) {
      int[] items = {3, 2};
      list.take(2);
      list.take(3);
      list.put(items, 2, 1);
      assertAgrees(list, expected);
      list.take(1);
      list.put(new int[] {1}, 1, 4);
    }
  }

  private static void assertAgrees(LabelledList list, List<Integer> expected) {
    assertThat(list.order()).containsExactly(expected.stream().mapToInt(i -> i).toArray());
    for (int place = 1; place < expected.size(); place++) {
      assertThat(list.label(expected.get(place - 1))).isLessThan(list.label(expected.get(place)));
    }
  }
}
