package io.dateline.routing.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Dependencies;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Lane;
import io.dateline.fabric.judge.RandomTree;
import io.dateline.fabric.judge.Scope;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.minhop.MinHopEngine;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proof against a naive twin, and against the judge, which answers the same question. */
class LayerProofTwinTest {
  @Property(tries = 600)
  void shouldAgreeOnOneLane(@ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int threads) {
    Sample sample = Sample.of(new Random(seed));
    shouldAgree(sample.fabric(), sample.lids(), sample.onOneLane(), threads);
  }

  @Property(tries = 1000)
  void shouldAgreeWhenLanesDifferByPath(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int threads) {
    Random random = new Random(seed);
    Sample sample = Sample.of(random);
    shouldAgree(sample.fabric(), sample.lids(), sample.onManyLanes(random), threads);
  }

  /** The judge has a twin for this, so that agreeing with it is enough. */
  @Property(tries = 600)
  void shouldAgreeWithTheJudgeOnUnicastAndMulticastTogether(@ForAll long seed) {
    Random random = new Random(seed);
    Sample sample = Sample.of(random);
    Routing routing =
        sample.onManyLanes(random).withMulticast(RandomTree.of(sample.fabric(), random));
    shouldAgreeWithTheJudge(
        sample.fabric(),
        sample.lids(),
        routing,
        LayerProof.of(sample.fabric(), sample.lids(), routing, 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus:5x4:2",
        "torus:4x4x4:1",
        "mesh:4x4:1",
        "hypercube:5:1",
        "ftree:4,4,4:1,4,4",
        "kautz:2,3,1"
      })
  void shouldAgreeOnMinHopTables(String spec) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    LidMap lids = lids(fabric);
    Routing routing =
        ((RoutingOutcome.Routed)
                new MinHopEngine(2)
                    .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null)))
            .routing();
    shouldAgree(fabric, lids, routing, 2);
  }

  private static LidMap lids(Fabric fabric) {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    int lid = 1;
    for (int port : fabric.endPorts()) {
      builder.assign(port, lid++, 0);
    }
    return builder.build();
  }

  private static void shouldAgree(Fabric fabric, LidMap lids, Routing routing, int threads) {
    LayerProof proof = LayerProof.of(fabric, lids, routing, threads);

    NaiveLayers twin = new NaiveLayers(fabric, lids, routing);
    assertThat(proof.channels()).isEqualTo(twin.lanes.size());
    assertThat(proof.dependencies()).isEqualTo(twin.dependencies.size());
    assertThat(proof.acyclic()).isEqualTo(twin.isAcyclic());
    assertThat(proof.layers())
        .isEqualTo(Math.max(1, (int) twin.lanes.stream().map(Lane::vl).distinct().count()));
    List<Lane> cycle = proof.cycle();
    Set<NaiveLayers.Dependency> arcs = new HashSet<>();
    for (int i = 0; i < cycle.size(); i++) {
      arcs.add(new NaiveLayers.Dependency(cycle.get(i), cycle.get((i + 1) % cycle.size())));
    }
    assertThat(arcs).hasSameSizeAs(cycle);
    assertThat(twin.dependencies.containsAll(arcs)).isTrue();

    shouldAgreeWithTheJudge(fabric, lids, routing, proof);
    assertThat(LayerProof.of(fabric, lids, routing, 1)).isEqualTo(proof);
  }

  private static void shouldAgreeWithTheJudge(
      Fabric fabric, LidMap lids, Routing routing, LayerProof proof) {
    Dependencies judged =
        Judge.judge(fabric, lids, routing, JudgeOptions.of(Scope.ALL_END_PORTS)).dependencies();
    assertThat(proof.acyclic()).isEqualTo(judged.acyclic());
    assertThat((long) proof.channels()).isEqualTo(judged.channels());
    assertThat((long) proof.dependencies()).isEqualTo(judged.dependencies());
  }
}
