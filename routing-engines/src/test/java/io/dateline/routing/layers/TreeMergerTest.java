package io.dateline.routing.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.cdg.Turns;
import io.dateline.routing.minhop.MinHopEngine;
import io.dateline.routing.proof.Sample;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TreeMergerTest {
  /** Trees of any kind, with entries that lead nowhere or round and round. */
  @Property(tries = 300)
  void shouldHoldThePathsOfEveryLid(@ForAll long seed) {
    assertSame(Sample.of(new Random(seed)));
  }

  /** More LIDs at a switch than a set can hold. */
  @Test
  void shouldHoldThemWithManyLidsAtASwitch() {
    Fabric fabric = TopologySpec.parse("torus:3x3:5").generate();
    LidMap lids = Net.lids(fabric, 4);
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) new MinHopEngine(2).route(request);

    Sample sample = new Sample(fabric, lids, routed.routing().tables());

    assertSame(sample);
    assertThat(Arrays.asList(trees(sample).groups))
        .hasSize(2 * fabric.switchCount())
        .allMatch(group -> group.length <= MergedTrees.LIDS_MAX);
  }

  /** From the two switches beside a corner there is one path, whichever adapter it leads to. */
  @Test
  void shouldHoldASharedPathOnce() {
    Fabric fabric = TopologySpec.parse("torus:2x2:3").generate();
    LidMap lids = Net.lids(fabric, 0);
    RoutingRequest request = new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null);
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) new MinHopEngine(2).route(request);
    Sample sample = new Sample(fabric, lids, routed.routing().tables());
    DestinationTrees trees = trees(sample);
    LayerRows rows = new LayerRows(trees.lids.length, fabric.switchCount());

    int places = 0;
    for (int[] group : trees.groups) {
      MergedTrees merged =
          trees.merger().read(trees.homes[group[0]], group, rows, null, LayerRows.NONE);
      places += merged.count;
      assertThat(merged.openCount).isEqualTo(group.length * (fabric.switchCount() - 1));
    }

    assertThat(places).isLessThan(trees.lids.length * fabric.switchCount());
  }

  private static void assertSame(Sample sample) {
    DestinationTrees trees = trees(sample);
    TreeMerger merger = trees.merger();
    TreeReader reader = trees.reader();
    LayerRows rows = new LayerRows(trees.lids.length, sample.fabric().switchCount());
    for (int[] group : trees.groups) {
      MergedTrees merged =
          merger.read(trees.homes[group[0]], group, rows, null, LayerRows.NONE).copy();
      for (int bit = 0; bit < group.length; bit++) {
        reader.read(trees.lids[group[bit]]);
        Map<Integer, String> expected = paths(reader, trees.turns);
        assertThat(paths(merged, bit)).isEqualTo(expected);
        assertThat(merged.complete >>> bit & 1)
            .isEqualTo(expected.size() == sample.fabric().switchCount() ? 1 : 0);
      }
    }
    assertThat(Arrays.stream(trees.groups).flatMapToInt(Arrays::stream))
        .doesNotHaveDuplicates()
        .hasSize((int) Arrays.stream(trees.homes).filter(home -> home != Fabric.NONE).count());
  }

  private static DestinationTrees trees(Sample sample) {
    Traffic traffic = new Traffic(sample.fabric(), sample.lids());
    return new DestinationTrees(sample.fabric(), sample.lids(), sample.tables(), traffic.lids);
  }

  /** By switch: the turns of its path to a LID. */
  private static Map<Integer, String> paths(MergedTrees merged, int bit) {
    Map<Integer, String> paths = new HashMap<>();
    String[] byPlace = new String[merged.count];
    byPlace[0] = "";
    for (int place = 0; place < merged.count; place++) {
      if (place > 0) {
        String rest = byPlace[merged.links[place]];
        byPlace[place] = merged.links[place] == 0 ? "." : merged.turns[place] + " " + rest;
      }
      if ((merged.members[place] >>> bit & 1) != 0) {
        assertThat(paths.put((int) merged.nodes[place], byPlace[place])).isNull();
      }
    }
    return paths;
  }

  private static Map<Integer, String> paths(TreeReader reader, Turns turns) {
    Map<Integer, String> paths = new HashMap<>();
    int[] exit = new int[turns.firstOf.length - 1];
    paths.put(reader.home, "");
    for (int way = 0; way < reader.count; way++) {
      int channel = reader.ways[way];
      int next = turns.head[channel];
      exit[turns.tail[channel]] = channel;
      paths.put(
          turns.tail[channel],
          next == reader.home ? "." : turns.of(channel, exit[next]) + " " + paths.get(next));
    }
    return paths;
  }
}
