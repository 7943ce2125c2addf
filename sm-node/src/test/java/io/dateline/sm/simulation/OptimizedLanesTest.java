package io.dateline.sm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.config.SubnetSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code use_optimized_slvl}: switches have the same SL2VL maps, of fewer MADs. */
class OptimizedLanesTest {
  /** What switches hold in the end, and what they were sent. */
  private record Told(List<Long> maps, int sets, Set<Integer> wildcards) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      torus:3x3     | nue    | 3
      ftree:2,3:1,2 | minhop | 3
      torus:3x3     | dfsssp | 3
      """)
  void shouldGiveSwitchesTheSameMapsWithFewerMads(String topology, String engine, int wildcard) {
    Told plain = told(topology, Settings.withLanes(engine, "60s"));
    Told optimized = told(topology, Settings.withWildcards(engine, "60s"));
    assertThat(optimized.maps()).isEqualTo(plain.maps());
    assertThat(plain.wildcards()).containsExactly(0);
    assertThat(optimized.wildcards()).contains(wildcard);
    assertThat(optimized.sets()).isLessThan(plain.sets() / 4);
  }

  private static Told told(String topology, SubnetSettings settings) {
    World world = new World(1);
    Fabric wired = TopologySpec.parse(topology).generate();
    SimulatedFabric fabric = new SimulatedFabric(wired);
    int[] sets = new int[1];
    Set<Integer> wildcards = new TreeSet<>();
    fabric.onSet(
        (sender, port, set, refused) -> {
          if (set.attributeId() == AttributeId.SL_TO_VL_MAPPING_TABLE
              && wired.isSwitch(wired.nodeOf(port))) {
            sets[0]++;
            wildcards.add(set.attributeModifier() >>> 16);
          }
        });
    int[] place = {Adapters.ports(wired)[0]};
    SimulatedCluster cluster =
        SimulatedCluster.at(place, world, fabric, new SimulatedJournal(world), settings);
    cluster.start(0);
    world.drive(fabric, 20 * World.MS);
    world.go(20 * World.SECOND);
    assertThat(cluster.alive().getFirst().status().subnetUp())
        .as(() -> String.join("\n", world.lines()))
        .isTrue();
    List<Long> maps = new ArrayList<>();
    for (int node = 0; node < wired.switchCount(); node++) {
      for (int in = 0; in <= wired.externalPortCount(node); in++) {
        for (int out = 1; out <= wired.externalPortCount(node); out++) {
          if (isUp(wired, node, in) && isUp(wired, node, out)) {
            maps.add(fabric.slToVl(node, in, out));
          }
        }
      }
    }
    return new Told(maps, sets[0], wildcards);
  }

  private static boolean isUp(Fabric fabric, int node, int number) {
    return number == 0 || fabric.peer(fabric.port(node, number)) != Fabric.NONE;
  }
}
