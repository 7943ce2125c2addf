package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TorusFrame;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome.Routed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a successor makes of tables and a frame. */
class RestoredTorusTest {
  private final TorusNet net = TorusNet.torus(5, 4, 3).failSwitch(2, 1, 1).failHop(7, 0);
  private final Fabric fabric = net.fabric();
  private final LidMap lids = net.lids(fabric);
  private final TorusEngine engine = net.engine(1);
  private final Routed routed = (Routed) net.route(fabric, 1);

  private Routing restored(EngineMemory memory) {
    return engine
        .restore(fabric, lids, RoutingOptions.DEFAULTS, routed.routing().tables(), memory)
        .orElseThrow();
  }

  private static void assertSame(Routing actual, Routing expected, Fabric fabric, int maxLid) {
    for (int from = 1; from <= maxLid; from++) {
      for (int to = 1; to <= maxLid; to++) {
        assertThat(actual.pathSl().sl(from, to)).isEqualTo(expected.pathSl().sl(from, to));
      }
    }
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int in = 0; in <= fabric.externalPortCount(node); in++) {
        for (int out = 0; out <= fabric.externalPortCount(node); out++) {
          for (int sl = 0; sl < 16; sl++) {
            assertThat(actual.slToVl().vl(node, in, out, sl))
                .isEqualTo(expected.slToVl().vl(node, in, out, sl));
          }
        }
      }
    }
    assertThat(actual.vlCount()).isEqualTo(expected.vlCount());
    assertThat(actual.engine()).isEqualTo(expected.engine());
  }

  @Test
  void shouldHaveTheSlsAndLanesThatWereGranted() {
    assertSame(restored(routed.memory()), routed.routing(), fabric, lids.maxLid());
    assertSame(restored(routed.memory().of(fabric)), routed.routing(), fabric, lids.maxLid());
  }

  /** Groups stay where they are when a term ends: one missing switch, two side by side, none. */
  @Test
  void shouldHaveTheTreeThatGroupsWereOn() {
    for (TorusNet other :
        List.of(
            net,
            TorusNet.torus(4, 3, 3),
            TorusNet.torus(5, 4, 1).failHop(3, 1),
            TorusNet.torus(5, 5, 4).failSwitch(2, 1, 1).failSwitch(2, 1, 2),
            TorusNet.torus(5, 5, 4).failSwitch(1, 1, 1).failSwitch(3, 2, 2))) {
      Fabric torus = other.fabric();
      Routed made = (Routed) other.route(torus, 1);
      MulticastTree tree =
          engine
              .restore(
                  torus,
                  other.lids(torus),
                  RoutingOptions.DEFAULTS,
                  made.routing().tables(),
                  made.memory())
              .flatMap(
                  unicast ->
                      engine.restoreTree(
                          torus,
                          other.lids(torus),
                          RoutingOptions.DEFAULTS,
                          unicast,
                          made.memory()))
              .flatMap(Routing::multicast)
              .orElseThrow();

      MulticastTree expected = made.routing().multicast().orElseThrow();
      assertThat(tree.root()).isEqualTo(expected.root());
      assertThat(tree.uplinks()).isDeepEqualTo(expected.uplinks());
      assertThat(tree.serviceLevels()).isEqualTo(expected.serviceLevels());
    }
  }

  /** Another place for one switch: other SLs. */
  @Test
  void shouldDependOnTheFrame() {
    TorusFrame frame = routed.memory().torus().orElseThrow();
    long[] guids = {fabric.nodeGuid(0), fabric.nodeGuid(3)};
    int[] swapped = {frame.place(guids[1]), frame.place(guids[0])};
    Routing other = restored(EngineMemory.NONE.with(Optional.of(frame.with(guids, swapped))));

    int differences = 0;
    for (int from = 1; from <= lids.maxLid(); from++) {
      for (int to = 1; to <= lids.maxLid(); to++) {
        boolean same = other.pathSl().sl(from, to) == routed.routing().pathSl().sl(from, to);
        differences += same ? 0 : 1;
      }
    }
    assertThat(differences).isPositive();
  }

  @Test
  void shouldNotGuessWithoutAFrame() {
    assertThat(
            engine.restore(
                fabric,
                lids,
                RoutingOptions.DEFAULTS,
                routed.routing().tables(),
                EngineMemory.NONE))
        .isEmpty();
  }

  @Test
  void shouldHonourBit3OfAnSlThatIsAskedFor() {
    Routing routing = routed.routing();
    for (int from = 1; from <= lids.maxLid(); from++) {
      for (int to = 1; to <= lids.maxLid(); to++) {
        int sl = routing.pathSl().sl(from, to);
        assertThat(sl).isLessThan(8);
        assertThat(routing.pathSl().sl(from, to, 7)).isEqualTo(sl);
        assertThat(routing.pathSl().sl(from, to, 13)).isEqualTo(sl | 8);
      }
    }
  }
}
