package io.dateline.sm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;

/**
 * Nodes that die, pause and are cut off, journals that fail, a fabric that changes: what must hold
 * holds after every step, and all is well in the end. {@code -Dsimulation.runs=500} says how many
 * runs, {@code -Dsimulation.seed=7} which is the first; {@code -Dsimulation.lines=true} prints what
 * happened.
 */
class SimulationTest {
  private static final int RUNS = Integer.getInteger("simulation.runs", 120);
  private static final long FIRST = Long.getLong("simulation.seed", new Random().nextInt(1 << 20));
  private static final boolean SHOWS_LINES = Boolean.getBoolean("simulation.lines");

  @Test
  void shouldHoldWhateverHappens() {
    List<String> failed = new ArrayList<>();
    long faults = 0;
    long judged = 0;
    long digest = 0;
    for (long seed = FIRST; seed < FIRST + RUNS; seed++) {
      Simulation simulation = new Simulation(seed);
      String broken = run(simulation, seed);
      faults += simulation.faults();
      judged += simulation.judged.byChange();
      digest = digest * 31 + simulation.digest();
      if (!broken.isEmpty()) {
        failed.add(broken);
      }
      if (SHOWS_LINES) {
        simulation.lines().forEach(System.out::println);
      }
    }
    System.out.printf(
        "simulation: %d runs from seed %d, %d faults, %d verdicts by change, %d runs broke a rule,"
            + " digest %016x%n",
        RUNS, FIRST, faults, judged, failed.size(), digest);
    assertThat(failed)
        .as("run one again with -Dsimulation.runs=1 -Dsimulation.seed=N -Dsimulation.lines=true")
        .isEmpty();
  }

  /** Returns what went wrong, with the seed; empty where nothing did. */
  private static String run(Simulation simulation, long seed) {
    try {
      return simulation.run();
    } catch (RuntimeException | AssertionError thrown) {
      return "seed %d: %s".formatted(seed, Throwables.getStackTrace(thrown));
    }
  }

  @Test
  void shouldRunTheSameWayTwice() {
    Simulation first = new Simulation(FIRST);
    first.run();
    Simulation second = new Simulation(FIRST);
    second.run();
    assertThat(second.digest()).as("seed %d", FIRST).isEqualTo(first.digest());
  }
}
