package io.dateline.routing.cdg;

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
      list.move(new int[] {item}, 1, behind);
      twin.remove((Integer) item);
      twin.add(behind == count ? twin.size() : twin.indexOf(behind), item);
      assertAgrees(list, twin);
    }
  }

  /** Often enough to the same place to run out of labels there. */
  @Property(tries = 50)
  void shouldMoveSeveralAtOnce(@ForAll long seed) {
    int count = 12;
    Random random = new Random(seed);
    LabelledList list = new LabelledList(IntStream.range(0, count).toArray());
    List<Integer> twin = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    for (int i = 0; i < 500; i++) {
      int behind = random.nextInt(i < 250 ? 2 : count);
      List<Integer> moved =
          twin.stream().filter(item -> item != behind && random.nextInt(4) == 0).toList();
      if (moved.isEmpty()) {
        continue;
      }
      twin.removeAll(moved);
      twin.addAll(twin.indexOf(behind), moved);
      list.move(moved.stream().mapToInt(Integer::intValue).toArray(), moved.size(), behind);
      assertAgrees(list, twin);
    }
  }

  @Test
  void shouldMakeRoomWhereManyAreMovedToTheSamePlace() {
    LabelledList list = new LabelledList(new int[] {0, 1, 2, 3});
    List<Integer> expected = List.of(0, 3, 2, 1);
    for (int move = 0; move < 500; move++) {
      int[] items = {3, 2};
      list.move(items, 2, 1);
      assertAgrees(list, expected);
      list.move(new int[] {1}, 1, 4);
    }
  }

  private static void assertAgrees(LabelledList list, List<Integer> expected) {
    assertThat(list.order()).containsExactly(expected.stream().mapToInt(i -> i).toArray());
    for (int place = 1; place < expected.size(); place++) {
      assertThat(list.label(expected.get(place - 1))).isLessThan(list.label(expected.get(place)));
    }
  }
}
