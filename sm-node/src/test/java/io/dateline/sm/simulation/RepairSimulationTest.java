package io.dateline.sm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Fabrics that change, repaired by a live manager, with every engine. {@code -Drepairs.changes=N}
 * makes more changes of each fabric with each engine, {@code -Drepairs.seed=N} others, {@code
 * -Drepairs.engines="A B"} has these engines alone.
 */
class RepairSimulationTest {
  private static final int CHANGES = Integer.getInteger("repairs.changes", 0);
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

  @Test
  void shouldLeaveNothingToDoForASweepOfTheWhole() {
    List<String> failed = new ArrayList<>();
    int changes = CHANGES > 0 ? CHANGES : 2;
    for (int engine = 0; engine < ENGINES.size(); engine++) {
      int routed = 0;
      int settled = 0;
      for (int spec = 0; spec < FABRICS.size(); spec++) {
        if (CHANGES == 0 && spec % 5 != engine % 5) {
          continue; // a sample
        }
        RepairStory story = new RepairStory(SEED + spec, FABRICS.get(spec), ENGINES.get(engine));
        String wrong = story.run(changes);
        routed += story.routed();
        settled += story.settled();
        if (!wrong.isEmpty()) {
          failed.add(
              "%s, %s, -Drepairs.seed=%d: %s"
                  .formatted(FABRICS.get(spec), ENGINES.get(engine), SEED, wrong));
        }
      }
      System.out.printf(
          "repairs: %s from seed %d, %d changes of each fabric; of sweeps of the whole %d by it, %d with all nodes there%n",
          ENGINES.get(engine), SEED, changes, routed, settled);
    }
    assertThat(failed).isEmpty();
  }
}
