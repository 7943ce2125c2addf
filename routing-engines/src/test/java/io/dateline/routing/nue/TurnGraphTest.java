package io.dateline.routing.nue;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.Net;
import io.dateline.routing.cdg.DependencyGraph;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TurnGraphTest {
  @Property(tries = 200)
  void shouldTakeTheTurnsThatAGraphOfEdgesTakes(@ForAll long seed) {
    Random random = new Random(seed);
    SwitchGraph channels = new SwitchGraph(Net.random(random));
    if (channels.channelCount == 0) {
      return;
    }
    TurnGraph turns = new TurnGraph(channels, IntStream.range(0, channels.channelCount).toArray());
    DependencyGraph twin = new DependencyGraph(channels.channelCount);
    for (int i = 0; i < 20 * channels.channelCount; i++) {
      int first = random.nextInt(channels.channelCount);
      int node = channels.to[first];
      int second =
          channels.first[node] + random.nextInt(channels.first[node + 1] - channels.first[node]);
      if (second == channels.reverse[first]) {
        assertThat(turns.use(first, second)).isFalse();
      } else {
        assertThat(turns.use(first, second)).isEqualTo(twin.add(first, second));
      }
      int cable = channels.reverse[first] - channels.first[node];
      if (turns.isUsed(cable, second)) {
        assertThat(turns.isInOrder(first, second)).isTrue();
      } else {
        assertThat(turns.isClosed(cable, second)).isTrue();
      }
    }
  }
}
