package io.dateline.routing.updown;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.Net;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ValleysTest {
  private static Valleys valleys(Fabric fabric, int... roots) {
    SwitchGraph graph = new SwitchGraph(fabric);
    long[] ids = new long[fabric.switchCount()];
    for (int node = 0; node < ids.length; node++) {
      ids[node] = fabric.nodeGuid(node);
    }
    return Valleys.of(
        new UpDownLinks(
            graph, SwitchOrder.byRank(new BreadthFirst(graph).from(roots).distances(), ids)),
        new int[ids.length],
        0);
  }

  @Test
  void shouldNeedNoneBelowASingleRoot() {
    assertThat(valleys(TopologySpec.parse("torus:4x4:1").generate(), 3).switches()).isEmpty();
  }

  @Test
  void shouldJoinAllSpinesAtOneLeaf() {
    //     0   1
    //     |\ /|     each leaf is joined to both
    //     2 3 4
    Net net = new Net().switches(5, 3);
    for (int leaf = 2; leaf < 5; leaf++) {
      net.cable(leaf, 1, 0, leaf - 1).cable(leaf, 2, 1, leaf - 1);
    }

    Valleys valleys = valleys(net.build(), 0, 1);

    assertThat(valleys.switches()).containsExactly(2);
    assertThat(valleys.ends(2)).containsExactly(0, 1);
    assertThat(valleys.isEnd(0, 2)).isTrue();
    assertThat(valleys.isEnd(0, 3)).isFalse();
    assertThat(valleys.ends(3)).isEmpty();
  }

  @Test
  void shouldJoinThreeSpinesThatNoLeafHasInCommon() {
    //     0       1       2
    //      \     / \     /
    //        3       4
    // and 0 - 5 - 2: the third leaf would close a circle.
    Fabric fabric =
        new Net()
            .switches(6, 3)
            .cable(3, 1, 0, 1)
            .cable(3, 2, 1, 1)
            .cable(4, 1, 1, 2)
            .cable(4, 2, 2, 1)
            .cable(5, 1, 2, 2)
            .cable(5, 2, 0, 2)
            .build();

    assertThat(valleys(fabric, 0, 1, 2).switches()).containsExactly(3, 4);
  }

  @Test
  void shouldGiveUpAValleyWhereChannelsWouldWaitForEachOther() {
    //     0 --- 2     1 --- 3
    //      \   /       \   /
    //        4           5
    //          \       /
    //              6
    // Turns at 6 would join the two triangles, 6-4-2-0-4-6 and 6-5-3-1-5-6, to a circle.
    Net net = new Net().switches(7, 4);
    net.cable(0, 1, 2, 1).cable(0, 2, 4, 1).cable(2, 2, 4, 2).cable(4, 3, 6, 1);
    net.cable(1, 1, 3, 1).cable(1, 2, 5, 1).cable(3, 2, 5, 2).cable(5, 3, 6, 2);
    Fabric fabric = net.build();
    long[] ids = {0, 1, 2, 3, 4, 5, 6};
    UpDownLinks links =
        new UpDownLinks(new SwitchGraph(fabric), SwitchOrder.byRank(new int[ids.length], ids));

    assertThat(Valleys.of(links, new int[ids.length], 0).switches()).isEmpty();
  }

  @Property(tries = 300)
  void shouldNeverLetChannelsWaitForEachOther(@ForAll long seed) {
    UpDownSample sample = UpDownSample.of(new Random(seed));

    assertThat(new Channels(sample).hasCircle()).isFalse();
  }

  /** All channels of the fabric with all turns that are allowed; found by walking on and on. */
  private static final class Channels {
    private final UpDownSample sample;
    private final Map<Long, Boolean> done = new HashMap<>(); // false while it is being walked from

    Channels(UpDownSample sample) {
      this.sample = sample;
    }

    boolean hasCircle() {
      for (int node = 0; node < sample.graph().switchCount; node++) {
        for (int next : sample.graph().neighboursOf(node)) {
          if (leadsToCircle(node, next)) {
            return true;
          }
        }
      }
      return false;
    }

    private boolean leadsToCircle(int from, int over) {
      Boolean state = done.putIfAbsent((long) from << 32 | over, false);
      if (state != null) {
        return !state;
      }
      SwitchOrder order = sample.upDown().order();
      for (int to : sample.graph().neighboursOf(over)) {
        boolean upAgain = order.isAbove(from, over) && order.isAbove(to, over);
        boolean allowed =
            !upAgain || (sample.valleys().isEnd(from, over) && sample.valleys().isEnd(to, over));
        if (to != from && allowed && leadsToCircle(over, to)) {
          return true;
        }
      }
      done.put((long) from << 32 | over, true);
      return false;
    }
  }
}
