package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Options of lanes ({@code qos_*}, {@code max_op_vls}) from seeds: the SL2VL maps, VL arbitration
 * tables, limits and operational VLs that adapters, routers and switches hold after Debian's
 * opensm, and after ours. {@code -Dlanes.files=} says how many files, {@code -Dlanes.seed=} which
 * is the first.
 */
@Timeout(600)
class LaneOptionsIT {
  private static final int FILES = Integer.getInteger("lanes.files", 10);
  private static final long FIRST_SEED = Long.getLong("lanes.seed", 1);

  @TempDir Path folder;

  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();

  @Test
  void shouldProgramTheLanesThatOpensmPrograms() throws Exception {
    Machine.needs("opensm", "ibsim", "ibsim-run");
    Fabric fabric =
        TopologyReader.read(Path.of(getClass().getResource("/partitions/mixed.ib").toURI()));
    try (SameOptions both = new SameOptions(fabric, Files.createDirectory(folder.resolve("run")))) {
      for (long seed = FIRST_SEED; seed < FIRST_SEED + FILES; seed++) {
        compare(both, seed);
      }
    }
    outcomes.forEach((outcome, count) -> System.out.printf("%5d %s%n", count, outcome));
    differences.forEach(System.out::println);
    assertThat(differences).isEmpty();
    assertThat(outcomes).containsKey("same lanes");
  }

  private void compare(SameOptions both, long seed) throws Exception {
    String options = RandomLaneOptions.of(seed);
    Optional<String> refusal = both.take(options);
    if (RandomLaneOptions.isBroken(seed)) {
      String broken = options.lines().reduce((before, last) -> last).orElseThrow();
      if (refusal.filter(why -> why.contains(broken.split(" ", -1)[0])).isEmpty()) {
        differences.add("seed %d: '%s' is not refused: %s".formatted(seed, broken, refusal));
      }
      outcomes.merge("refused here, and taken in part by opensm", 1, Integer::sum);
      return;
    }
    assertThat(refusal).as("seed %d: %s", seed, options).isEmpty();
    Map<String, String> found = differences(both, options);
    if (!found.isEmpty()) {
      // Its second sweep may have begun before all ports had their operational VLs.
      found = differences(both, options);
    }
    if (found.isEmpty()) {
      outcomes.merge("same lanes", 1, Integer::sum);
    } else {
      outcomes.merge("different", 1, Integer::sum);
      found.forEach((what, how) -> differences.add("seed %d, %s: %s".formatted(seed, what, how)));
    }
  }

  private static Map<String, String> differences(SameOptions both, String options)
      throws Exception {
    ProgrammedLanes theirs = both.withOpensm(options, () -> ProgrammedLanes.read(both.theirs()));
    assertThat(theirs.count("SL2VL")).isPositive();
    return ProgrammedLanes.read(both.ours()).differences(theirs);
  }
}
