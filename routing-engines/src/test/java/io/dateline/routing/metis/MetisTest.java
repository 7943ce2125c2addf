package io.dateline.routing.metis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.balance.Channels;
import io.dateline.routing.hops.SwitchLinks;
import io.dateline.routing.nue.Partitioner.Divided;
import io.dateline.routing.nue.Partitioner.Unavailable;
import io.dateline.routing.nue.SwitchGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetisTest {
  private static SwitchGraph graph(String spec) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    Channels channels = new Channels(new SwitchLinks(fabric));
    int[] weights = new int[fabric.switchCount()];
    for (int port : fabric.endPorts()) {
      if (!fabric.isSwitch(fabric.nodeOf(port))) {
        weights[fabric.nodeOf(fabric.peer(port))]++;
      }
    }
    return new SwitchGraph(channels.first, channels.to, weights);
  }

  @SuppressWarnings("restricted") // looks for the library
  private static int[] divide(SwitchGraph graph, int parts) {
    boolean isThere = true;
    try {
      SymbolLookup.libraryLookup(MetisFunctions.LIBRARY, Arena.global());
    } catch (IllegalArgumentException e) {
      isThere = false;
    }
    assumeTrue(isThere, MetisFunctions.LIBRARY + " is absent");
    assertThat(new Metis().divide(graph, parts)).isInstanceOf(Divided.class);
    return ((Divided) new Metis().divide(graph, parts)).parts();
  }

  private static long cut(SwitchGraph graph, int[] parts) {
    return IntStream.range(0, graph.count())
        .mapToLong(
            node ->
                Arrays.stream(graph.to(), graph.first()[node], graph.first()[node + 1])
                    .filter(other -> parts[other] != parts[node])
                    .count())
        .sum();
  }

  private static void assertBalanced(SwitchGraph graph, int count, int[] parts) {
    long[] sums = new long[count];
    for (int node = 0; node < parts.length; node++) {
      sums[parts[node]] += graph.weights()[node];
    }
    double share = (double) Arrays.stream(graph.weights()).sum() / count;
    int most = Arrays.stream(graph.weights()).max().orElseThrow();
    for (long sum : sums) {
      assertThat(sum).isBetween((long) (0.9 * share) - most, (long) (1.1 * share) + most);
    }
  }

  @Test
  void shouldDivideATorusEvenlyAlongFewCables() {
    SwitchGraph graph = graph("torus:8x8x8:2");
    int[] parts = divide(graph, 8);

    assertBalanced(graph, 8, parts);
    int[] planes = IntStream.range(0, parts.length).map(node -> node % 8).toArray();
    assertThat(cut(graph, parts)).isLessThan(cut(graph, planes)); // octants cut a quarter less
    assertThat(divide(graph, 8)).isEqualTo(parts);
  }

  /** Switches above the leaves weigh nothing. */
  @Test
  void shouldDivideATreeByItsAdapters() {
    SwitchGraph graph = graph("ftree:4,4,4:1,4,4");
    assertBalanced(graph, 5, divide(graph, 5));
  }

  @Test
  void shouldSayWhyItCannot() {
    SwitchGraph graph = graph("torus:4x4:1");
    assertThat(new Metis("libmetis-absent.so").divide(graph, 4))
        .isEqualTo(new Unavailable("libmetis-absent.so is not on this host (Debian: libmetis5)"));
    assertThat(new Metis().divide(graph, 9))
        .isEqualTo(new Unavailable("16 switches are too few for 9 parts"));
  }
}
