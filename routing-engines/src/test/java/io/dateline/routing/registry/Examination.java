package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import java.util.Optional;

/** What is asked of every engine on any fabric. */
final class Examination {
  private Examination() {}

  /**
   * Has a fabric routed twice, and the tables judged.
   *
   * @return the verdict; nothing where the engine refuses
   */
  static Optional<Verdict> of(String engineName, Fabric fabric, RoutingOptions options, int lmc) {
    RoutingEngine engine = Engines.named(engineName).orElseThrow();
    LidMap lids = Net.lids(fabric, lmc);
    RoutingOutcome outcome = engine.route(new RoutingRequest(fabric, lids, options, null));
    return switch (outcome) {
      case RoutingOutcome.Refused refused -> {
        assertThat(refused.engine()).isEqualTo(engineName);
        assertThat(refused.reason()).isNotBlank();
        yield Optional.empty();
      }
      case RoutingOutcome.Routed routed ->
          Optional.of(examine(engine, fabric, lids, options, routed));
    };
  }

  private static Verdict examine(
      RoutingEngine engine,
      Fabric fabric,
      LidMap lids,
      RoutingOptions options,
      RoutingOutcome.Routed routed) {
    Verdict verdict =
        Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.CHANNEL_ADAPTERS));
    assertThat(verdict.delivery().undelivered())
        .as("%s: pairs that cables join and tables do not", engine.name())
        .isEqualTo(verdict.delivery().disconnected());
    assertThat(verdict.delivery().loops()).isZero();
    if (routed.creditLoopFree()) {
      assertThat(verdict.dependencies().cycle()).as("%s: credit loop", engine.name()).isEmpty();
      assertThat(
              Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS))
                  .dependencies()
                  .cycle())
          .as("%s: credit loop of packets from or to switches", engine.name())
          .isEmpty();
    }
    RoutingOutcome again =
        engine.route(
            new RoutingRequest(fabric, lids, options, routed.routing().tables(), routed.memory()));
    assertThat(again).isInstanceOf(RoutingOutcome.Routed.class);
    RoutingOutcome.Routed second = (RoutingOutcome.Routed) again;
    assertThat(second.routing().tables().equals(routed.routing().tables()))
        .as("%s: nothing has changed, so no entry does", engine.name())
        .isTrue();
    assertThat(second.memory())
        .as("%s: nothing has changed, so nothing new is remembered", engine.name())
        .isEqualTo(routed.memory());
    return verdict;
  }
}
