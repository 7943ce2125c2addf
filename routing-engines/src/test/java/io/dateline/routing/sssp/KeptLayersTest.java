package io.dateline.routing.sssp;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cables that fail and come back, one fault after the other: how many SLs change. Other fabrics and
 * more faults by {@code -Dkept.fabrics=torus:6x6x6:1;jellyfish:64,8,4,1 -Dkept.faults=100
 * -Dkept.seed=1}.
 */
class KeptLayersTest {
  private static final int FAULTS = Integer.getInteger("kept.faults", 6);
  private static final long SEED = Long.getLong("kept.seed", 1);
  private static final RoutingOptions OPTIONS =
      RoutingOptions.DEFAULTS.with(LaneOptions.QOS.with(true, 8));

  static List<String> fabrics() {
    return Arrays.asList(
        System.getProperty("kept.fabrics", "torus:4x4x4:1;jellyfish:24,5,2,3;ftree:4,4,4:1,4,4")
            .split(";"));
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void shouldKeepNearlyAllSlsThroughFaults(String spec) {
    System.out.printf("%s, -Dkept.seed=%d%n", spec, SEED);
    Random random = new Random(SEED);
    Fabric whole = TopologySpec.parse(spec).generate();
    LidMap lids = Net.lids(whole, 0);
    RoutingOutcome.Routed now = route(whole, lids, null, EngineMemory.NONE);
    long changed = 0;
    long pairs = 0;
    double worst = 0;
    int most = now.routing().vlCount();
    int broken = 0;
    for (int fault = 1; fault <= FAULTS; fault++) {
      boolean isRepair = broken > 0 && random.nextInt(3) == 0;
      broken = isRepair ? 0 : broken + 1;
      Fabric fabric =
          TopologySpec.parse(spec)
              .withFaults(NetworkFaults.NONE.dropLinks(broken, SEED + fault / 10))
              .generate();
      assertThat(fabric.switchCount()).isEqualTo(whole.switchCount());
      RoutingOutcome.Routed next =
          route(fabric, lids, now.routing().tables(), throughBytes(now.memory()));
      assertSound(fabric, lids, next);
      long moved = moved(lids, now.routing(), next.routing());
      assertThat(next.warnings().isEmpty()).isEqualTo(moved == 0);
      changed += moved;
      pairs += (long) lids.maxLid() * lids.maxLid();
      worst = Math.max(worst, (double) moved / lids.maxLid() / lids.maxLid());
      most = Math.max(most, next.routing().vlCount());
      now = next;
    }
    System.out.printf(
        "%s: %.4f %% of SLs changed per fault, %.4f %% at worst; %d faults, at most %d VLs%n",
        spec, 100.0 * changed / pairs, 100 * worst, FAULTS, most);
    assertThat(100.0 * changed / pairs).isLessThan(1);
  }

  private static RoutingOutcome.Routed route(
      Fabric fabric, LidMap lids, ForwardingTables previous, EngineMemory memory) {
    return (RoutingOutcome.Routed)
        new DfssspEngine(2).route(new RoutingRequest(fabric, lids, OPTIONS, previous, memory));
  }

  private static EngineMemory throughBytes(EngineMemory memory) {
    LayerMemory layers = memory.layers();
    return EngineMemory.NONE.with(LayerMemory.read(layers.toBytes()).orElseThrow());
  }

  private static void assertSound(Fabric fabric, LidMap lids, RoutingOutcome.Routed routed) {
    Verdict verdict =
        Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS));
    assertThat(verdict.dependencies().cycle()).isEmpty();
    assertThat(verdict.delivery().undelivered()).isEqualTo(verdict.delivery().disconnected());
  }

  private static long moved(LidMap lids, Routing before, Routing after) {
    long moved = 0;
    for (int from = 1; from <= lids.maxLid(); from++) {
      for (int to = 1; to <= lids.maxLid(); to++) {
        moved += before.pathSl().sl(from, to) == after.pathSl().sl(from, to) ? 0 : 1;
      }
    }
    return moved;
  }
}
