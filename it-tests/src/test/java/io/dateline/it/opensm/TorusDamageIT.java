package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.it.kit.Machine;
import io.dateline.routing.RoutingOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Switches and links of a torus of 6x6x6 are missing at random: torus-2QoS refuses it, or routes it
 * so that judge and ibdmchk find no credit loop, unicast and multicast together, and no service
 * level is another than on the whole torus. {@code -Ddamages=1000} tries so many, {@code
 * -Ddamages.seed} repeats a run.
 */
@Timeout(3600)
class TorusDamageIT {
  private static final String WHOLE = "6 6 6";
  private static final int RADIX = 6;
  private static final int ROUNDS = Integer.getInteger("damages", 2);

  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("ibdmchk");
  }

  @Test
  void shouldCloseNoCreditLoopWhateverIsMissing() throws Exception {
    long seed = Long.getLong("damages.seed", System.nanoTime());
    Random random = new Random(seed);
    ComparedTorus whole = ComparedTorus.named(WHOLE);
    LidMap lids = lids(whole.fabric(), whole.fabric());
    PathSl levels = routed(RoutedTorus.route(whole, lids, folder)).pathSl();
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String damage = damage(random);
      try {
        refused += isRouted(damage, whole.fabric(), levels) ? 0 : 1;
      } catch (AssertionError e) {
        throw new AssertionError("seed %d, round %d: %s".formatted(seed, round, damage), e);
      }
    }
    System.out.printf(
        "%s, -Ddamages.seed=%d, %d damages: %d refused, the others sound%n",
        WHOLE, seed, ROUNDS, refused);
    assertThat(refused).isLessThan(ROUNDS);
  }

  private static String damage(Random random) {
    StringBuilder name = new StringBuilder(WHOLE);
    for (int i = random.nextInt(3); i > 0; i--) {
      name.append(
          " switch %d,%d,%d"
              .formatted(random.nextInt(RADIX), random.nextInt(RADIX), random.nextInt(RADIX)));
    }
    return name.append(" links %d:%d".formatted(random.nextInt(7), random.nextInt(1 << 20)))
        .toString();
  }

  private boolean isRouted(String damage, Fabric whole, PathSl levels) throws IOException {
    ComparedTorus torus = ComparedTorus.named(damage);
    LidMap lids = lids(torus.fabric(), whole);
    RoutingOutcome outcome = RoutedTorus.route(torus, lids, folder);
    if (outcome instanceof RoutingOutcome.Refused) {
      return false; // whether the reason is true is for the unit tests
    }
    Routing routing = routed(outcome);
    RoutedTorus.assertSound(folder, torus.fabric(), lids, routing);
    for (int source = 1; source <= lids.maxLid(); source++) {
      for (int destination = 1; destination <= lids.maxLid(); destination++) {
        if (lids.port(source) != Fabric.NONE && lids.port(destination) != Fabric.NONE) {
          assertThat(routing.pathSl().sl(source, destination))
              .isEqualTo(levels.sl(source, destination));
        }
      }
    }
    return true;
  }

  private static Routing routed(RoutingOutcome outcome) {
    return ((RoutingOutcome.Routed) outcome).routing();
  }

  /** What is left of a fabric has the LIDs it had. */
  private static LidMap lids(Fabric fabric, Fabric whole) {
    LidMap.Builder lids = new LidMap.Builder(fabric);
    int lid = 0;
    for (int port : whole.endPorts()) {
      lid++;
      int left = fabric.endPortByGuid(whole.portGuid(port));
      if (left != Fabric.NONE) {
        lids.assign(left, lid, 0);
      }
    }
    return lids.build();
  }
}
