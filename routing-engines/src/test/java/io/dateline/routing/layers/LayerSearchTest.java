package io.dateline.routing.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.minhop.MinHopEngine;
import io.dateline.routing.proof.LayerProof;
import io.dateline.routing.proof.Sample;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LayerSearchTest {
  private static final int MOST = 15;

  /** Trees of any kind, with entries that lead nowhere or round and round. */
  @Property(tries = 400)
  void shouldLeaveNoCycleInAnyLayer(@ForAll long seed) {
    Sample sample = Sample.of(new Random(seed));
    LayerAssignment layers = searched(sample);
    assertSound(sample, layers);
  }

  @Property(tries = 300)
  void shouldKeepLayersThatStillServe(@ForAll long seed) {
    Sample sample = Sample.of(new Random(seed));
    LayerAssignment first = searched(sample);
    LayerMemory memory = first.memory();

    LayerAssignment again = new LayerAssignment(sample.fabric(), sample.lids(), sample.tables());
    again.keep(memory, MOST, false);

    assertThat(again.searchOthers(MOST)).isZero();
    assertThat(again.moved()).isZero();
    assertThat(again.warning()).isEmpty();
    assertThat(memory.with(again.memory())).isEqualTo(memory);
    assertSound(sample, again);
  }

  /** Layers that were never right for these tables: some have to leave, and that is told. */
  @Property(tries = 300)
  void shouldMoveWhoClosesACycle(@ForAll long seed) {
    Random random = new Random(seed);
    Sample sample = Sample.of(random);
    byte[][] granted = new byte[sample.lids().maxLid() + 1][sample.fabric().switchCount()];
    for (byte[] row : granted) {
      for (int node = 0; node < row.length; node++) {
        row[node] = (byte) (random.nextInt(3) - 1);
      }
    }
    LayerMemory memory = LayerMemory.of(sample.fabric(), sample.lids(), granted);

    LayerAssignment layers = new LayerAssignment(sample.fabric(), sample.lids(), sample.tables());
    layers.keep(memory, MOST, false);

    assertThat(layers.searchOthers(MOST)).isZero();
    assertThat(layers.warning().isPresent()).isEqualTo(layers.moved() > 0);
    assertSound(sample, layers);
  }

  private static LayerAssignment searched(Sample sample) {
    LayerAssignment layers = new LayerAssignment(sample.fabric(), sample.lids(), sample.tables());
    assertThat(layers.searchEssential(MOST, true)).isZero();
    assertThat(layers.searchOthers(MOST)).isZero();
    return layers;
  }

  private static void assertSound(Sample sample, LayerAssignment layers) {
    assertThat(
            layers
                .certificate()
                .refuted(sample.fabric(), sample.lids(), sample.tables(), layers::layer))
        .isEmpty();
    Routing routing =
        new Routing("layers", sample.tables(), SlToVl.IDENTITY, layers.pathLayers(), MOST);
    assertThat(
            Judge.judge(
                    sample.fabric(), sample.lids(), routing, JudgeOptions.of(Scope.ALL_END_PORTS))
                .dependencies()
                .acyclic())
        .isTrue();
    assertThat(LayerProof.of(sample.fabric(), sample.lids(), routing, 2).acyclic()).isTrue();
  }

  /** Paths of up to three hops both ways round: those on one lane close two circles. */
  @Test
  void shouldNeedTwoLayersOnARing() {
    assertThat(layers("torus:7:1", 8)).isEqualTo(2);
  }

  @Test
  void shouldNeedOneLayerForAdaptersOfATree() {
    assertThat(layers("ftree:4,4,4:1,4,4", 8)).isEqualTo(1);
  }

  @Test
  void shouldEndWithTheLanes() {
    assertThat(unserved("torus:7:1", 1)).isPositive();
    assertThat(unserved("torus:7:1", 2)).isZero();
  }

  private static int layers(String spec, int lanes) {
    LayerAssignment layers = ofMinHop(spec);
    assertThat(layers.searchEssential(lanes, false)).isZero();
    return layers.layers();
  }

  private static long unserved(String spec, int lanes) {
    return ofMinHop(spec).searchEssential(lanes, true);
  }

  private static LayerAssignment ofMinHop(String spec) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    LidMap lids = Net.lids(fabric, 0);
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) new MinHopEngine(2).route(request);
    return new LayerAssignment(fabric, lids, routed.routing().tables());
  }
}
