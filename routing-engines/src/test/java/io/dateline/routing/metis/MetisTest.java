package io.dateline.routing.metis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.Net;
import io.dateline.routing.nue.Partitioner.Divided;
import io.dateline.routing.nue.Partitioner.Unavailable;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetisTest {
  /** A fabric's switches, as heavy as their adapters. */
  private record Sample(SwitchGraph graph, int[] weights) {
    static Sample of(String spec) {
      Fabric fabric = TopologySpec.parse(spec).generate();
      int[] weights = new int[fabric.switchCount()];
      for (int port : fabric.endPorts()) {
        if (!fabric.isSwitch(fabric.nodeOf(port))) {
          weights[fabric.nodeOf(fabric.peer(port))]++;
        }
      }
      return new Sample(new SwitchGraph(fabric), weights);
    }
  }

  @SuppressWarnings("restricted") // looks for the library
  private static int[] divide(Sample sample, int parts) {
    boolean isThere = true;
    try {
      SymbolLookup.libraryLookup(MetisFunctions.LIBRARY, Arena.global());
    } catch (IllegalArgumentException e) {
      isThere = false;
    }
    assumeTrue(isThere, MetisFunctions.LIBRARY + " is absent");
    assertThat(new Metis().divide(sample.graph, sample.weights, parts)).isInstanceOf(Divided.class);
    return ((Divided) new Metis().divide(sample.graph, sample.weights, parts)).parts();
  }

  private static long cut(Sample sample, int[] parts) {
    SwitchGraph graph = sample.graph;
    return IntStream.range(0, graph.channelCount)
        .filter(channel -> parts[graph.from(channel)] != parts[graph.to[channel]])
        .count();
  }

  private static void assertBalanced(Sample sample, int count, int[] parts) {
    long[] sums = new long[count];
    for (int node = 0; node < parts.length; node++) {
      sums[parts[node]] += sample.weights[node];
    }
    double share = (double) Arrays.stream(sample.weights).sum() / count;
    int most = Arrays.stream(sample.weights).max().orElseThrow();
    for (long sum : sums) {
      assertThat(sum).isBetween((long) (0.9 * share) - most, (long) (1.1 * share) + most);
    }
  }

  @Test
  void shouldDivideATorusEvenlyAlongFewCables() {
    Sample sample = Sample.of("torus:8x8x8:2");
    int[] parts = divide(sample, 8);

    assertBalanced(sample, 8, parts);
    int[] planes = IntStream.range(0, parts.length).map(node -> node % 8).toArray();
    assertThat(cut(sample, parts)).isLessThan(cut(sample, planes)); // octants cut a quarter less
    assertThat(divide(sample, 8)).isEqualTo(parts);
  }

  /** Switches above the leaves weigh nothing. */
  @Test
  void shouldDivideATreeByItsAdapters() {
    Sample sample = Sample.of("ftree:4,4,4:1,4,4");
    assertBalanced(sample, 5, divide(sample, 5));
  }

  @Test
  void shouldSayWhyItCannot() {
    Sample sample = Sample.of("torus:4x4:1");
    assertThat(new Metis("libmetis-absent.so").divide(sample.graph, sample.weights, 4))
        .isEqualTo(new Unavailable("libmetis-absent.so is not on this host (Debian: libmetis5)"));
    assertThat(new Metis().divide(sample.graph, sample.weights, 9))
        .isEqualTo(new Unavailable("16 switches are too few for 9 parts"));
  }

  /** 0 and 1 have two cables and a third one besides another neighbour; 2 has one to itself. */
  @Test
  void shouldCountTheCablesToEachNeighbour() {
    SwitchGraph graph =
        new SwitchGraph(
            new Net()
                .switches(3, 5)
                .cable(0, 1, 1, 1)
                .cable(0, 2, 2, 1)
                .cable(0, 3, 1, 2)
                .cable(0, 4, 1, 3)
                .cable(2, 2, 2, 3)
                .build());

    assertThat(graph.neighbours).containsExactly(1, 2, 0, 0);
    assertThat(Metis.cableCounts(graph)).containsExactly(3, 1, 3, 1);
  }
}
