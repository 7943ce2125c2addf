package io.dateline.sm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sm.config.SubnetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fabrics that change, repaired by a live manager, with every engine. {@code -Drepairs.changes=N}
 * makes more changes of each fabric with each engine, {@code -Drepairs.seed=N} others, {@code
 * -Drepairs.engines="A B"} has these engines alone.
 */
class RepairSimulationTest {
  private static final int CHANGES = Integer.getInteger("repairs.changes", 0);
  private static final String INTERVAL = "5s";
  private static final long SEED = Long.getLong("repairs.seed", 1);
  private static final List<String> FABRICS =
      List.of(
          "torus:3x3",
          "torus:6",
          "torus:2x2x2",
          "hypercube:3",
          "mesh:3x3",
          "ftree:2,3:1,2",
          "ftree:3,3:1,3",
          "dragonfly:2,1,1",
          "jellyfish:8,4,2,3",
          "jellyfish:10,3,1,7");
  private static final List<String> ENGINES =
      List.of(
          System.getProperty("repairs.engines", "minhop updn dnup dor ftree sssp dfsssp lash nue")
              .split(" "));

  private static final String TORUS = "torus-2QoS";

  private final List<String> failed = new ArrayList<>();
  private int routed;
  private int settled;

  @TempDir private Path folder;

  @Test
  void shouldLeaveNothingToDoForASweepOfTheWhole() {
    for (int engine = 0; engine < ENGINES.size(); engine++) {
      for (int spec = 0; spec < FABRICS.size(); spec++) {
        if (CHANGES > 0 || spec % 5 == engine % 5) { // a sample
          String name = ENGINES.get(engine);
          tell(SEED + spec, FABRICS.get(spec), name, Settings.withLanes(name, INTERVAL));
        }
      }
      sum(ENGINES.get(engine));
    }
    assertThat(failed).isEmpty();
  }

  @Test
  void shouldLeaveNothingToDoOnATorusThatIsToldWhatItIs() throws IOException {
    List<String> tori = CHANGES > 0 ? List.of("5x5", "5x3", "3x3x3", "6x5") : List.of("5x3");
    for (String torus : tori) {
      Path conf = Files.writeString(folder.resolve(torus), configuration(torus));
      SubnetSettings settings = Settings.ofTorus(TORUS, conf, INTERVAL);
      tell(SEED, "torus:" + torus, TORUS, settings);
    }
    sum(TORUS);
    assertThat(failed).isEmpty();
  }

  private void tell(long seed, String fabric, String engine, SubnetSettings settings) {
    RepairStory story = new RepairStory(seed, fabric, engine, settings);
    String wrong = story.run(CHANGES > 0 ? CHANGES : 2);
    routed += story.routed();
    settled += story.settled();
    if (!wrong.isEmpty()) {
      failed.add("%s, %s, -Drepairs.seed=%d: %s".formatted(fabric, engine, SEED, wrong));
    }
  }

  private void sum(String engine) {
    System.out.printf(
        "repairs: %s from seed %d: of sweeps of the whole %d by it, %d with all nodes there%n",
        engine, SEED, routed, settled);
    routed = 0;
    settled = 0;
  }

  /** Its seed is the switch at the origin. Rings of four would have to be told which way is up. */
  private static String configuration(String torus) {
    Fabric fabric = TopologySpec.parse("torus:" + torus).generate();
    String[] sizes = torus.split("x", -1);
    StringBuilder text = new StringBuilder("torus");
    for (int dimension = 0; dimension < 3; dimension++) {
      text.append(' ').append(dimension < sizes.length ? sizes[dimension] : "1");
    }
    for (int dimension = 0; dimension < sizes.length; dimension++) {
      int[] next = new int[3];
      next[dimension] = 1;
      text.append(
          "\n%cp_link %s %s"
              .formatted("xyz".charAt(dimension), guid(fabric, 0, 0, 0), guid(fabric, next)));
    }
    return text.append('\n').toString();
  }

  private static String guid(Fabric fabric, int... place) {
    String name = "sw_%d_%d_%d".formatted(place[0], place[1], place[2]);
    int node =
        IntStream.range(0, fabric.switchCount())
            .filter(candidate -> fabric.description(candidate).equals(name))
            .findFirst()
            .orElseThrow();
    return Guid.format(fabric.nodeGuid(node));
  }
}
