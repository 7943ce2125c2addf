package io.dateline.routing.nue;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneRouterTest {
  @Property(tries = 100)
  void shouldLoadChannelsWithThePathsThatAreInTheTables(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 2) int lmc,
      @ForAll boolean takeTurns,
      @ForAll @IntRange(max = 100) int again) {
    Fabric fabric = Net.random(new Random(seed));
    Lane lane = new Lane(fabric, Net.lids(fabric, lmc), takeTurns);
    lane.router.route();
    lane.router.routeAgain(again);

    assertThat(lane.loads).containsExactly(lane.counted());
  }

  @ParameterizedTest
  @ValueSource(strings = {"hypercube:4:2", "dragonfly:4,2,2", "jellyfish:20,4,2,5", "torus:6x5:1"})
  void shouldRelieveTheBusiestChannel(String spec) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    Lane lane = new Lane(fabric, Net.lids(fabric, 0), false);
    lane.router.route();
    long before = Arrays.stream(lane.loads).max().orElseThrow();
    lane.router.routeAgain(Integer.MAX_VALUE);

    assertThat(Arrays.stream(lane.loads).max().orElseThrow()).isLessThan(before);
  }

  /** One that has all destinations. */
  private static final class Lane {
    final NueTask task;
    final long[] loads;
    final ForwardingTables tables;
    final LaneRouter router;

    Lane(Fabric fabric, LidMap lids, boolean takeTurns) {
      task = NueTask.of(fabric, lids, RoutingOptions.DEFAULTS);
      byte[][] nothing = new byte[lids.maxLid() + 1][0];
      LanePlan plan = LanePlan.of(task, nothing, 0, 1, Optional.empty(), new ArrayList<>());
      loads = new long[task.channels().channelCount];
      tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
      int[] centrality = Centres.of(task.channels(), plan.weights(0)).centrality();
      router = new LaneRouter(plan, 0, centrality, takeTurns, tables, loads);
    }

    /** By channel, what goes by the one of the same cable the other way, path by path. */
    long[] counted() {
      SwitchGraph channels = task.channels();
      long[] counted = new long[channels.channelCount];
      for (int destination : counting()) {
        int base = task.destinations().lids[destination];
        for (int lid = base; lid < base + task.lidCount(destination); lid++) {
          for (int node = 0; node < channels.switchCount; node++) {
            int at = node;
            while (at != task.home(destination)
                && tables.port(at, lid) != ForwardingTables.NO_PORT) {
              int channel = channels.channel(at, tables.port(at, lid));
              counted[channels.reverse[channel]] += task.senders()[node];
              at = channels.to[channel];
            }
          }
        }
      }
      return counted;
    }

    private List<Integer> counting() {
      List<Integer> counting = new ArrayList<>();
      for (int destination = 0; destination < task.destinations().count; destination++) {
        if (task.counts()[destination]) {
          counting.add(destination);
        }
      }
      return counting;
    }
  }
}
