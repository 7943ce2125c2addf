package io.dateline.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.generate.TopologySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BreadthFirstTest {
  /** Fabrics with parallel cables, cables to the switch itself, and pieces. */
  private static Fabric fabric(Random random) {
    Fabric.Builder builder = new Fabric.Builder();
    int switches = 1 + random.nextInt(20);
    int ports = 12;
    Fabric.NodeDraft[] drafts = new Fabric.NodeDraft[switches];
    for (int node = 0; node < switches; node++) {
      drafts[node] = builder.node(NodeType.SWITCH, node + 1, ports);
    }
    for (int attempt = random.nextInt(2 * switches + 1); attempt > 0; attempt--) {
      Fabric.NodeDraft a = drafts[random.nextInt(switches)];
      Fabric.NodeDraft b = drafts[random.nextInt(switches)];
      int numberA = 1 + random.nextInt(ports);
      int numberB = 1 + random.nextInt(ports);
      if (!a.isLinked(numberA) && !b.isLinked(numberB)) {
        builder.link(a, numberA, b, numberB, LinkWidth.X4, LinkSpeed.EDR);
      }
    }
    return builder.build();
  }

  @Property(tries = 500)
  void shouldReachWhatATwinReachesInTheSameOrder(@ForAll long seed) {
    Random random = new Random(seed);
    Fabric fabric = fabric(random);
    int count = fabric.switchCount();
    int[] marks = random.ints(count, 0, 3).toArray();
    BreadthFirst.Step step =
        random.nextBoolean() ? null : (from, to) -> marks[from] <= marks[to] || marks[to] == 0;
    BreadthFirst search = new BreadthFirst(new SwitchGraph(fabric), step);
    for (int round = 0; round < 2; round++) { // the second one finds what the first has left
      Twin twin = new Twin(fabric, step);
      int[] starts = random.ints(random.nextInt(3), 0, count).toArray();
      int[] more = random.ints(random.nextInt(3), 0, count).toArray();
      search.from(starts).spread(more);
      twin.spread(starts);
      twin.spread(more);
      assertThat(IntStream.range(0, search.reached()).map(search::at).boxed().toList())
          .isEqualTo(twin.order);
      assertThat(search.distances()).isEqualTo(twin.distances);
      for (int node = 0; node < count; node++) {
        assertThat(search.isReached(node)).isEqualTo(twin.order.contains(node));
        if (search.isReached(node)) {
          assertThat(search.parent(node)).isEqualTo(twin.parents[node]);
        }
      }
    }
  }

  @Test
  void shouldCountHopsFromTheNearestOfSeveral() {
    SwitchGraph line = new SwitchGraph(TopologySpec.parse("mesh:7:1").generate());
    assertThat(new BreadthFirst(line).from(0, 5).distances()).containsExactly(0, 1, 2, 2, 1, 0, 1);
  }

  /** Level after level, straight from the ports, with lists. */
  private static final class Twin {
    private final Fabric fabric;
    private final BreadthFirst.Step step;
    private final List<Integer> order = new ArrayList<>();
    private final int[] distances;
    private final int[] parents;

    Twin(Fabric fabric, BreadthFirst.Step step) {
      this.fabric = fabric;
      this.step = step;
      distances = new int[fabric.switchCount()];
      parents = new int[fabric.switchCount()];
      Arrays.fill(distances, -1);
    }

    void spread(int... starts) {
      List<Integer> level = new ArrayList<>();
      for (int start : starts) {
        reach(start, 0, -1, level);
      }
      for (int hops = 1; !level.isEmpty(); hops++) {
        List<Integer> next = new ArrayList<>();
        for (int node : level) {
          for (int number = 1; number <= fabric.externalPortCount(node); number++) {
            int peer = fabric.peer(fabric.port(node, number));
            int other = peer == Fabric.NONE ? node : fabric.nodeOf(peer);
            if (step == null || step.isAllowed(node, other)) {
              reach(other, hops, node, next);
            }
          }
        }
        level = next;
      }
    }

    private void reach(int node, int hops, int parent, List<Integer> level) {
      if (!order.contains(node)) {
        order.add(node);
        level.add(node);
        distances[node] = hops;
        parents[node] = parent;
      }
    }
  }
}
