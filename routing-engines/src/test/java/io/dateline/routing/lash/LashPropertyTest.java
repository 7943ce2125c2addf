package io.dateline.routing.lash;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Fabrics drawn by a seed, which jqwik prints when one fails. */
class LashPropertyTest {
  private static final List<String> KINDS =
      List.of(
          "torus:4x4:1",
          "torus:3x3x3:1",
          "torus:5x6:1",
          "mesh:4x5:1",
          "hypercube:4:2",
          "ftree:2,3,4:1,2,3",
          "dragonfly:4,2,2",
          "jellyfish:20,4,2,5",
          "hyperx:3,3:2",
          "kautz:2,3,1");

  @Property(tries = 150)
  void shouldRouteWhateverIsCabled(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int lmc, @ForAll boolean mesh) {
    Fabric fabric = Net.random(new Random(seed));
    LidMap lids = Net.lids(fabric, lmc);
    LashSample.examine(fabric, lids, LashSample.routed(fabric, lids, LashSample.lanes(8, 0, mesh)));
  }

  @Property(tries = 60)
  void shouldRouteDamagedFabrics(@ForAll long seed, @ForAll boolean mesh) {
    Fabric fabric = damaged(new Random(seed));
    LashSample.layers(fabric, LashSample.lanes(8, 0, mesh));
  }

  @Property(tries = 30)
  void shouldBeTheSameForAnyNumberOfThreads(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 5) int threads, @ForAll boolean mesh) {
    Fabric fabric = damaged(new Random(seed));
    LidMap lids = Net.lids(fabric, 0);
    RoutingOptions options = LashSample.lanes(8, 0, mesh);
    RoutingRequest request = new RoutingRequest(fabric, lids, options, null);
    Routing one = ((RoutingOutcome.Routed) new LashEngine(1).route(request)).routing();
    Routing many = ((RoutingOutcome.Routed) new LashEngine(threads).route(request)).routing();
    assertThat(many.tables()).isEqualTo(one.tables());
    assertThat(many.vlCount()).isEqualTo(one.vlCount());
    for (int from = 1; from <= lids.maxLid(); from++) {
      for (int to = 1; to <= lids.maxLid(); to++) {
        assertThat(many.pathSl().sl(from, to)).isEqualTo(one.pathSl().sl(from, to));
      }
    }
  }

  private static Fabric damaged(Random random) {
    NetworkFaults faults =
        NetworkFaults.NONE
            .dropLinks(random.nextInt(4), random.nextLong())
            .dropSwitches(random.nextInt(2), random.nextLong());
    if (random.nextBoolean()) {
      faults = faults.shufflePorts(random.nextLong()).shuffleGuids(random.nextLong());
    }
    String kind = KINDS.get(random.nextInt(KINDS.size()));
    return TopologySpec.parse(kind).withFaults(faults).generate();
  }
}
