package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.it.bench.ChangedShare;
import io.dateline.it.bench.FailingFabric;
import io.dateline.it.bench.GrantedLevels;
import io.dateline.it.bench.KeepingEngine;
import io.dateline.routing.registry.Engines;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The SLs that change when links and switches fail: ours beside those of Debian's opensm, which is
 * started again after each fault with the LIDs of before and routes from nothing, as it does on
 * every heavy sweep. {@code -Dlevels.fabric=torus:6x6x6 -Dlevels.faults=100 -Dlevels.seed=1
 * -Dlevels.sources=8} for more; one adapter in so many is asked as a source.
 */
@Timeout(36_000)
class LevelChangesIT {
  private static final String FABRIC = System.getProperty("levels.fabric", "torus:4x4x4");
  private static final int FAULTS = Integer.getInteger("levels.faults", 3);
  private static final long SEED = Long.getLong("levels.seed", 1);
  private static final int SOURCE_EVERY = Integer.getInteger("levels.sources", 8);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"dfsssp", "lash", "nue"})
  void shouldChangeNoMoreThanOpensm(String engine) throws Exception {
    Fabric whole = TopologySpec.parse(FABRIC).generate();
    SeededRandom random = new SeededRandom(SEED);
    FailingFabric failing = new FailingFabric(whole);
    KeepingEngine keeping = new KeepingEngine(Engines.named(engine).orElseThrow(), whole, true);
    ChangedShare ours = new ChangedShare(whole, SOURCE_EVERY);
    ChangedShare theirs = new ChangedShare(whole, SOURCE_EVERY);
    for (int fault = 0; fault <= FAULTS; fault++) {
      if (fault > 0) {
        failing.change(random);
      }
      Fabric fabric = failing.present();
      ours.add(keeping.route(fabric));
      theirs.add(opensm(fabric, engine, ours.sources()));
    }
    System.out.printf("%s, %s, seed %d: %s; opensm: %s%n", FABRIC, engine, SEED, ours, theirs);
    assumeTrue(theirs.hasCompared(), "opensm refused");
    assertThat(ours.mean()).as("seed " + SEED).isLessThanOrEqualTo(theirs.mean());
  }

  /** Empty where another engine stood in. */
  private Optional<GrantedLevels> opensm(Fabric fabric, String engine, List<Long> sources)
      throws Exception {
    try (OpenSmSubnet subnet =
        OpenSmSubnet.start(fabric, folder, "", "-R", engine, "-Q", "--nue_max_num_vls", "8")) {
      if (!subnet.engine().equals(engine)) {
        return Optional.empty();
      }
      LidMap lids = subnet.lids();
      List<Integer> asked =
          sources.stream()
              .filter(guid -> fabric.endPortByGuid(guid) != Fabric.NONE)
              .map(guid -> lids.baseLid(fabric.endPortByGuid(guid)))
              .toList();
      List<Integer> all =
          GrantedLevels.adapters(fabric).stream()
              .map(guid -> lids.baseLid(fabric.endPortByGuid(guid)))
              .toList();
      return Optional.of(new GrantedLevels(fabric, lids, subnet.levels(asked, all)));
    }
  }
}
