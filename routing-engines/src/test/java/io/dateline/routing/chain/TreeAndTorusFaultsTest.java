package io.dateline.routing.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.generate.MixedFabric;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.ChangingFabric;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chain through faults: SLs of the torus stay as long as torus-2QoS routes it. */
class TreeAndTorusFaultsTest {
  private static final int CHANGES = 12;

  private final Fabric whole = MixedFabric.whole();
  private final ChangingFabric changing = new ChangingFabric(whole, 0);

  private RoutingOptions options;
  private PathSl levels; // of the whole
  private Fabric then;
  private ForwardingTables tables;
  private EngineMemory memory = EngineMemory.NONE;
  private int survived; // changes that torus-2QoS has

  private void begin(Path folder) throws IOException {
    options = TreeAndTorus.of(whole, folder).chain(false, "updn", "ftree", "torus-2QoS");
    RoutingOutcome.Routed routed =
        (RoutingOutcome.Routed)
            Engines.named("chain")
                .orElseThrow()
                .route(new RoutingRequest(whole, Net.lids(whole, 0), options, null));
    levels = routed.routing().pathSl();
    then = whole;
    tables = routed.routing().tables();
    memory = routed.memory();
  }

  private void shouldKeepLevels(String what) {
    Fabric now = changing.present();
    LidMap lids = changing.lids(now);
    RoutingOutcome outcome =
        Engines.named("chain")
            .orElseThrow()
            .route(
                new RoutingRequest(
                    now, lids, options, ChangingFabric.carry(then, tables, now), memory));
    assertThat(outcome).as(what).isInstanceOf(RoutingOutcome.Routed.class);
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) outcome;
    Verdict verdict =
        Judge.judge(now, lids, routed.routing(), JudgeOptions.of(Scope.CHANNEL_ADAPTERS));
    assertThat(verdict.delivery().undelivered())
        .as(what)
        .isEqualTo(verdict.delivery().disconnected());
    then = now;
    tables = routed.routing().tables();
    memory = routed.memory();
    if (memory.chain().step(3).orElseThrow().isInForce()) {
      survived++;
      int[] torus =
          IntStream.of(now.endPorts())
              .filter(port -> now.description(now.nodeOf(port)).startsWith("torus-"))
              .map(lids::baseLid)
              .toArray();
      for (int source : torus) {
        for (int destination : torus) {
          assertThat(routed.routing().pathSl().sl(source, destination))
              .as("%s: from LID %d to LID %d", what, source, destination)
              .isEqualTo(levels.sl(source, destination));
        }
      }
    }
  }

  @Test
  void shouldKeepLevelsThroughEachFaultAndItsRepair(@TempDir Path folder) throws IOException {
    begin(folder);
    int faults = 0;
    for (int port = 0; port < whole.portCount(); port++) {
      int peer = whole.peer(port);
      if (peer > port && whole.isSwitch(whole.nodeOf(peer))) {
        changing.loseCable(port);
        faults++;
        shouldKeepLevels("a cable of " + whole.description(whole.nodeOf(port)));
        changing.giveBackAll();
        shouldKeepLevels("that cable is back");
      }
    }
    for (int node = 0; node < whole.switchCount(); node++) {
      changing.lose(node);
      faults++;
      shouldKeepLevels(whole.description(node));
      changing.giveBackAll();
      shouldKeepLevels(whole.description(node) + " is back");
    }
    assertThat(survived).as("a torus has a way round each of them").isEqualTo(2 * faults);
  }

  @RepeatedTest(10)
  void shouldKeepLevelsThroughSeveralFaults(@TempDir Path folder) throws IOException {
    long seed = new Random().nextLong();
    begin(folder);
    Random random = new Random(seed);
    for (int change = 0; change < CHANGES; change++) {
      changing.change(random);
      shouldKeepLevels("seed %d, change %d".formatted(seed, change));
    }
  }
}
