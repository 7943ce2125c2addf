package io.dateline.routing.lash;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeshAnalysisTest {
  /** Where much is missing a mesh may not be recognized: these are. */
  private static final String FOUND = "1";

  private static Optional<Mesh> analyse(String spec, NetworkFaults faults) {
    Fabric fabric = TopologySpec.parse(spec).withFaults(faults).generate();
    return MeshAnalysis.of(new Steps(new SwitchGraph(fabric)));
  }

  /** Dimensions in ascending order, such as {@code closed 5}. */
  private static List<String> dimensions(Mesh mesh) {
    return Arrays.stream(mesh.toString().split(" x ")).sorted().toList();
  }

  /** A ring of four is a square: two dimensions of two. */
  @ParameterizedTest
  @CsvSource({
    "torus:5:1, closed 5",
    "mesh:7:1, open 7",
    "mesh:2x3:1, open 2 x open 3",
    "torus:6x5:1, closed 5 x closed 6",
    "torus:3x7:1, closed 3 x closed 7",
    "torus:4x5:1, closed 5 x open 2 x open 2",
    "torus:5x6x7:1, closed 5 x closed 6 x closed 7",
    "mesh:3x4x5:1, open 3 x open 4 x open 5",
    "mesh:6x6:1, open 6 x open 6",
    "hypercube:4:1, open 2 x open 2 x open 2 x open 2"
  })
  void shouldFindDimensionsWhateverTheOrderOfPorts(String spec, String expected) {
    for (long seed = 1; seed <= 3; seed++) {
      NetworkFaults faults = NetworkFaults.NONE.shufflePorts(seed).shuffleGuids(seed);
      assertThat(analyse(spec, faults).map(MeshAnalysisTest::dimensions))
          .contains(List.of(expected.split(" x ")));
    }
  }

  /** In two dimensions a link with both of its squares broken may lead anywhere. */
  @Property(tries = 40, seed = FOUND)
  void shouldFindDimensionsWhereACableIsMissing(@ForAll long seed) {
    NetworkFaults faults = NetworkFaults.NONE.dropLinks(1, seed).shufflePorts(seed);
    assertThat(analyse("torus:6x7:1", faults).map(MeshAnalysisTest::dimensions))
        .contains(List.of("closed 6", "closed 7"));
  }

  @Property(tries = 40, seed = FOUND)
  void shouldFindThreeDimensionsWhereCablesAreMissing(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int cables) {
    for (String spec : List.of("torus:5x5x6:1", "mesh:5x6x7:1")) {
      NetworkFaults faults = NetworkFaults.NONE.dropLinks(cables, seed).shufflePorts(seed);
      assertThat(analyse(spec, faults).map(MeshAnalysisTest::dimensions))
          .isEqualTo(analyse(spec, NetworkFaults.NONE).map(MeshAnalysisTest::dimensions));
    }
  }

  @Property(tries = 40, seed = FOUND)
  void shouldFindDimensionsWhereASwitchIsMissing(@ForAll long seed) {
    for (String spec : List.of("torus:5x6x6:1", "torus:5x5x6:1")) {
      NetworkFaults faults = NetworkFaults.NONE.dropSwitches(1, seed).shufflePorts(seed);
      assertThat(analyse(spec, faults).map(MeshAnalysisTest::dimensions))
          .isEqualTo(analyse(spec, NetworkFaults.NONE).map(MeshAnalysisTest::dimensions));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jellyfish:20,4,2,5",
        "ftree:4,4,4:1,4,4",
        "dragonfly:4,2,2",
        "kautz:2,3,1",
        "hyperx:4,4:1"
      })
  void shouldFindNoMeshWhereThereIsNone(String spec) {
    assertThat(analyse(spec, NetworkFaults.NONE)).isEmpty();
  }

  /** Of a closed dimension half the pairs of opposite places go either way round. */
  @ParameterizedTest
  @ValueSource(ints = {5, 6, 8})
  void shouldGoTheShorterWayRound(int radix) {
    Mesh mesh = analyse("torus:" + radix + ":1", NetworkFaults.NONE).orElseThrow();
    for (int a = 0; a < radix; a++) {
      for (int b = 0; b < radix; b++) {
        int inside = Math.abs(mesh.coordinates[a][0] - mesh.coordinates[b][0]);
        assertThat(mesh.goesAround(a, b, 0)).isEqualTo(mesh.goesAround(b, a, 0));
        if (2 * inside != radix) {
          assertThat(mesh.goesAround(a, b, 0)).isEqualTo(2 * inside > radix);
        }
      }
    }
    assertThat(IntStream.of(mesh.radixes)).containsExactly(radix);
  }
}
