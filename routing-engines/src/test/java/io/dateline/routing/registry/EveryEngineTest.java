package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.TreeOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every engine on fabrics of every kind, whole and damaged: delivers every pair or refuses. */
class EveryEngineTest {
  private static final List<String> KINDS =
      List.of(
          "torus:4x4:1",
          "torus:3x3x3:2",
          "torus:7:1",
          "torus:5x6:1",
          "mesh:4x5:1",
          "mesh:3x3x3:2",
          "hypercube:4:2",
          "ftree:3,3:1,2",
          "ftree:4,4:1,4",
          "ftree:2,3,4:1,2,3",
          "ftree:4,3,2:1,1,2",
          "ftree:2,2,2,2:1,2,2,2",
          "dragonfly:4,2,2",
          "jellyfish:20,4,2,5",
          "hyperx:3,3:2",
          "kautz:2,3,1",
          "slimfly:5,1");

  @Property(tries = 60)
  void shouldServeEveryPairOfADamagedFabricOrRefuse(@ForAll long seed) {
    examine(seed);
  }

  /** Nue left channels of this one that its next routing led paths over. */
  @ParameterizedTest
  @ValueSource(longs = 23280)
  void shouldServeWhatOnceChangedWithoutCause(long seed) {
    examine(seed);
  }

  private static void examine(long seed) {
    Random random = new Random(seed);
    String kind = KINDS.get(random.nextInt(KINDS.size()));
    Fabric fabric = damaged(kind, random);
    RoutingOptions options = options(fabric, kind, random).with(lanes(random));
    for (String engine : Engines.names()) {
      Examination.of(engine, fabric, options, random.nextInt(3));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mesh:4x5:1", "mesh:3x3x3:2", "hypercube:4:2", "ftree:2,3,4:1,2,3"})
  void shouldRouteWithoutCreditLoopsWhatTheEngineIsMadeFor(String kind) {
    Fabric fabric = TopologySpec.parse(kind).generate();
    for (String engine : Engines.names()) {
      if (isMadeFor(engine, kind)) {
        RoutingOptions options =
            RoutingOptions.DEFAULTS.with(roots(fabric, kind)).with(LaneOptions.QOS);
        Optional<Verdict> verdict = Examination.of(engine, fabric, options, 0);
        assertThat(verdict).as(engine).isPresent();
        assertThat(verdict.orElseThrow().dependencies().cycle()).as(engine).isEmpty();
      }
    }
  }

  private static boolean isMadeFor(String engine, String kind) {
    return switch (engine) {
      case "updn", "dnup", "dfsssp", "lash", "nue" -> true;
      case "dor" -> kind.startsWith("mesh") || kind.startsWith("hypercube");
      case "ftree" -> kind.startsWith("ftree");
      default -> false;
    };
  }

  private static Fabric damaged(String kind, Random random) {
    NetworkFaults faults =
        NetworkFaults.NONE
            .dropLinks(random.nextInt(4), random.nextLong())
            .dropSwitches(random.nextInt(2), random.nextLong());
    if (random.nextBoolean()) {
      faults = faults.shufflePorts(random.nextLong()).shuffleGuids(random.nextLong());
    }
    return TopologySpec.parse(kind).withFaults(faults).generate();
  }

  private static RoutingOptions options(Fabric fabric, String kind, Random random) {
    if (random.nextInt(3) == 0) {
      return RoutingOptions.DEFAULTS;
    }
    if (kind.startsWith("ftree")) {
      return RoutingOptions.DEFAULTS.with(roots(fabric, kind));
    }
    long guid = fabric.nodeGuid(random.nextInt(fabric.switchCount()));
    return RoutingOptions.DEFAULTS.with(TreeOptions.DEFAULTS.rootGuids(List.of(guid)));
  }

  private static LaneOptions lanes(Random random) {
    return LaneOptions.DEFAULTS
        .with(random.nextInt(4) > 0, 1 << random.nextInt(4))
        .withLash(random.nextInt(2), random.nextBoolean())
        .withNue(random.nextInt(9), random.nextBoolean());
  }

  /** Of a tree the switches that are farthest from adapters; of others any switch. */
  private static TreeOptions roots(Fabric fabric, String kind) {
    if (!kind.startsWith("ftree")) {
      return TreeOptions.DEFAULTS.rootGuids(List.of(fabric.nodeGuid(0)));
    }
    int[] ranks = Ranks.fromAdapters(fabric);
    int top = IntStream.of(ranks).max().orElse(0);
    List<Long> guids = new ArrayList<>();
    for (int node = 0; node < ranks.length; node++) {
      if (ranks[node] == top) {
        guids.add(fabric.nodeGuid(node));
      }
    }
    return TreeOptions.DEFAULTS.rootGuids(guids);
  }
}
