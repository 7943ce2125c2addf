package io.dateline.routing.lash;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.cdg.DependencyGraph;
import io.dateline.routing.hops.HopMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Trees with gaps at random, by a seed that jqwik prints when one fails. */
class MendingTest {
  private static final int LANES = 8;
  private static final List<String> KINDS =
      List.of("torus:5x4:1", "torus:3x3x3:1", "ftree:2,3,4:1,2,3", "jellyfish:20,4,2,5");

  private SwitchGraph graph;
  private Steps steps;
  private HeldLayers held;
  private byte[][] wanted;
  private Trees gapped;

  private void cut(Random random) {
    Fabric fabric = TopologySpec.parse(KINDS.get(random.nextInt(KINDS.size()))).generate();
    graph = new SwitchGraph(fabric);
    steps = new Steps(graph);
    Trees trees = TreeRule.unique(steps, fabric).grow(1).copy();
    Packing packing = Packing.of(steps, trees, PairOrder.longestFirst(steps, trees), LANES);
    for (byte[] row : trees.next) {
      for (int node = 0; node < steps.switches; node++) {
        row[node] = random.nextInt(8) == 0 ? Trees.NONE : row[node];
      }
    }
    wanted = new byte[steps.switches][steps.switches];
    for (byte[] row : wanted) {
      Arrays.fill(row, HeldLayers.NONE);
    }
    for (int i = 0; i < packing.pairs.length; i++) {
      boolean isKnown = random.nextInt(8) > 0;
      wanted[packing.pairs[i] / steps.switches][packing.pairs[i] % steps.switches] =
          isKnown ? (byte) packing.layerOf[i] : HeldLayers.NONE;
    }
    held = new HeldLayers(steps, trees);
    for (int layer = 0; layer < packing.layerCount(); layer++) {
      held.open();
    }
    gapped = trees.copy();
  }

  /** By layer, who takes what, counted from the paths. */
  private void examine() {
    List<DependencyGraph> counted =
        held.graphs.stream().map(graph -> new DependencyGraph(steps.count)).toList();
    Pair pair = new Pair(steps, held.trees);
    for (int a = 0; a < steps.switches; a++) {
      for (int b = a + 1; b < steps.switches; b++) {
        assertThat(held.layers[a][b]).isEqualTo(held.layers[b][a]);
        pair.of(a, b);
        for (int i = 0; i < pair.count && held.layers[a][b] != HeldLayers.NONE; i++) {
          DependencyGraph graph = counted.get(held.layers[a][b]);
          assertThat(graph.add(pair.before[i], pair.after[i])).isTrue();
        }
      }
    }
    for (int layer = 0; layer < counted.size(); layer++) {
      DependencyGraph graph = held.graphs.get(layer);
      assertThat(graph.edgeCount()).isEqualTo(counted.get(layer).edgeCount());
      for (int turn = 0; turn < steps.turns; turn++) {
        assertThat(graph.times(steps.before(turn), steps.after(turn)))
            .isEqualTo(counted.get(layer).times(steps.before(turn), steps.after(turn)));
      }
    }
  }

  private void examineTrees(HopMatrix hops) {
    for (int a = 0; a < steps.switches; a++) {
      for (int b = 0; b < steps.switches; b++) {
        if (a != b) {
          assertThat(held.trees.length(a, b)).isEqualTo(hops.row(a)[b] & 0xFF);
        }
        if (gapped.leads(a, b) && held.trees.step(a, b) != gapped.step(a, b)) {
          assertThat(wasCut(a, b)).isTrue();
        }
      }
    }
  }

  /** Whether there was a gap on the path that begins with the step of before. */
  private boolean wasCut(int source, int destination) {
    int node = source;
    while (node != destination && gapped.leads(node, destination)) {
      node = steps.to[gapped.step(node, destination)];
    }
    return node != destination;
  }

  @Property(tries = 60)
  void shouldCloseGapsAndCountWhatIsTaken(@ForAll long seed) {
    cut(new Random(seed));
    HopMatrix hops = HopMatrix.of(graph, 1);
    held.holdAll(wanted);
    examine();
    int[] adapters = new int[steps.switches];
    Arrays.fill(adapters, 1);
    Trees rule = TreeRule.firstSeen(steps).grow(1);
    Mending.mend(held, rule, adapters);
    examine();
    examineTrees(hops);
    int before = held.without().length;
    Rerouting.reroute(held, held.without(), wanted, hops, gapped);
    examine();
    examineTrees(hops);
    int after = held.without().length;
    assertThat(after).isLessThanOrEqualTo(before);
    assertThat(Placing.place(held, held.without(), LANES)).isTrue();
    examine();
    assertThat(held.without()).isEmpty();
  }

  /** Turns are numbered in the order in which they are found. */
  @Property(tries = 10)
  void shouldTellTheStepsOfATurn(@ForAll long seed) {
    cut(new Random(seed));
    int turn = 0;
    for (int before = 0; before < steps.count; before++) {
      int middle = steps.to[before];
      for (int after = steps.first[middle]; after < steps.first[middle + 1]; after++) {
        assertThat(steps.turn(before, after)).isEqualTo(turn);
        assertThat(steps.before(turn)).isEqualTo(before);
        assertThat(steps.after(turn++)).isEqualTo(after);
      }
    }
    assertThat(turn).isEqualTo(steps.turns);
  }
}
