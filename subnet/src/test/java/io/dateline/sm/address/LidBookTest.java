package io.dateline.sm.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The book tells the LIDs of a sweep again, whatever it was before. */
class LidBookTest {
  private static void assertSame(Fabric fabric, LidMap actual, LidMap expected) {
    assertThat(actual.maxLid()).isEqualTo(expected.maxLid());
    assertThat(actual.usedLids()).isEqualTo(expected.usedLids());
    for (int port = 0; port < fabric.portCount(); port++) {
      assertThat(actual.baseLid(port)).isEqualTo(expected.baseLid(port));
      assertThat(actual.lidCount(port)).isEqualTo(expected.lidCount(port));
    }
  }

  /** Hosts come and go, LMCs change, and there are too few LIDs now and then. */
  @Property(tries = 300)
  void shouldTellTheLidsOfASweepAgain(@ForAll long seed) {
    Random random = new Random(seed);
    LidBook book = LidBook.EMPTY;
    for (int sweep = 0; sweep < 6; sweep++) {
      Fabric fabric =
          TopologySpec.parse("torus:3x3")
              .withFaults(NetworkFaults.NONE.dropSwitches(random.nextInt(4), random.nextLong()))
              .generate();
      int own = fabric.endPorts()[random.nextInt(fabric.endPorts().length)];
      int lmc = random.nextInt(3);
      int lidMax = 10 + random.nextInt(40);
      LidPlan plan =
          switch (random.nextInt(5)) {
            case 0 -> LidAssigner.planAnew(fabric, book, own, lmc, false, lidMax);
            case 1 -> LidAssigner.planAfterAnother(fabric, book, own, lmc, false, lidMax);
            default -> LidAssigner.plan(fabric, book, own, lmc, false, lidMax);
          };

      book =
          book.without(plan.releasedGuids())
              .with(plan.newGuids(), plan.newBaseLids(), plan.newLmcs());

      assertSame(fabric, book.of(fabric, plan.withoutLids(fabric)), plan.lids());
    }
  }
}
