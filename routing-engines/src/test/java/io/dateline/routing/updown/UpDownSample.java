package io.dateline.routing.updown;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.Net;
import io.dateline.routing.hops.HopMatrix;
import java.util.List;
import java.util.Random;

/** A random fabric and a random order of its switches: by id alone, or by rank from some roots. */
record UpDownSample(
    Fabric fabric, SwitchGraph graph, HopMatrix hops, UpDownLinks upDown, Valleys valleys) {
  private static final List<String> KINDS =
      List.of(
          "ftree:4,4:1,4",
          "ftree:2,3,4:1,2,3",
          "torus:4x4:1",
          "mesh:4x5:1",
          "hypercube:4:1",
          "dragonfly:4,2,1",
          "jellyfish:20,4,1,5",
          "jellyfish:70,3,1,2");

  static UpDownSample of(Random random) {
    Fabric fabric = fabric(random);
    int count = fabric.switchCount();
    SwitchGraph graph = new SwitchGraph(fabric);
    int[] ranks = new int[count];
    if (count > 0 && random.nextInt(4) > 0) {
      int[] roots = random.ints(1 + random.nextInt(4), 0, count).distinct().toArray();
      ranks = new BreadthFirst(graph).from(roots).distances();
    }
    long[] ids = random.longs(count, 0, 2L * count).toArray();
    UpDownLinks upDown = new UpDownLinks(graph, SwitchOrder.byRank(ranks, ids));
    int attempt = random.nextInt(3) + (random.nextBoolean() ? 0 : Valleys.WIDEST);
    int[] adapters = random.ints(count, 0, 5).toArray();
    return new UpDownSample(
        fabric, graph, HopMatrix.of(graph, 1), upDown, Valleys.of(upDown, adapters, attempt));
  }

  private static Fabric fabric(Random random) {
    int kind = random.nextInt(2 * KINDS.size());
    return kind >= KINDS.size()
        ? Net.random(random)
        : TopologySpec.parse(KINDS.get(kind))
            .withFaults(
                NetworkFaults.NONE
                    .dropLinks(random.nextInt(7), random.nextLong())
                    .shufflePorts(random.nextLong()))
            .generate();
  }
}
