package io.dateline.routing.nue;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.Net;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupTreeTest {
  /**
   * Numbers at the ends of cables are ports.
   *
   * <pre>
   *          +-1--1-+
   *     0 ---+      +--- 1 -4--2- 3
   *     |    +-2--2-+    |        |
   *     3                3        1
   *     |                |        |
   *     +-1-----  2 --2--+        |
   *               +-3-------------+
   * </pre>
   */
  private static final SwitchGraph CHANNELS =
      new SwitchGraph(
          new Net()
              .switches(4, 5)
              .cable(0, 1, 1, 1)
              .cable(0, 2, 1, 2)
              .cable(0, 3, 2, 1)
              .cable(1, 3, 2, 2)
              .cable(2, 3, 3, 1)
              .cable(1, 4, 3, 2)
              .build());

  @Test
  void shouldTakeTheCableThatCarriesLessOfTwo() {
    long[] loads = new long[CHANNELS.channelCount];
    loads[channel(0, 1)] = 1; // the other way counts as well

    assertThat(grow(loads)[1]).isEqualTo(channel(1, 2));
  }

  @Test
  void shouldGoByFewHopsRatherThanByLittleLoad() {
    long[] loads = new long[CHANNELS.channelCount];
    loads[channel(0, 3)] = 1000;

    int[] up = grow(loads);

    assertThat(up[2]).isEqualTo(channel(2, 1));
    assertThat(up[3]).isEqualTo(channel(3, 2)); // by 1, which is as near and costs less
  }

  private static int[] grow(long[] loads) {
    TurnGraph turns = new TurnGraph(CHANNELS, IntStream.range(0, CHANNELS.channelCount).toArray());
    EscapeTree pieces = new EscapeTree(CHANNELS, new int[CHANNELS.switchCount]);
    return GroupTree.of(CHANNELS, turns, pieces, loads, 0).orElseThrow();
  }

  private static int channel(int node, int port) {
    return CHANNELS.channel(node, port);
  }
}
