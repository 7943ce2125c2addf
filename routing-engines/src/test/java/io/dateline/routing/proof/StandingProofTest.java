package io.dateline.routing.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.ChangingFabric;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.minhop.MinHopEngine;
import io.dateline.routing.updown.UpDnEngine;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A proof by change is that from scratch. */
class StandingProofTest {
  private static final List<String> SPECS =
      List.of("torus:4x4x3:2", "ftree:4,4,4:1,4,4", "jellyfish:24,6,4,5", "dragonfly:4,2,2");

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void shouldBeAsFromScratchAfterChanges(
      @ForAll long seed,
      @ForAll boolean isUpDown,
      @ForAll @IntRange(min = 1, max = 3) int threads) {
    Random random = new Random(seed);
    Fabric whole = TopologySpec.parse(SPECS.get(random.nextInt(SPECS.size()))).generate();
    ChangingFabric changing = new ChangingFabric(whole, random.nextInt(2));
    RoutingEngine engine = isUpDown ? new UpDnEngine(1) : new MinHopEngine(1);
    ForwardingTables tables = null;
    StandingProof proof = null;
    for (int change = 0; change < 12; change++) {
      Fabric now = changing.present();
      LidMap lids = changing.lids(now);
      boolean goesOn = tables != null && tables.switchCount() == now.switchCount();
      RoutingRequest request =
          new RoutingRequest(now, lids, RoutingOptions.DEFAULTS, goesOn ? tables : null);
      if (engine.route(request) instanceof RoutingOutcome.Routed routed) {
        tables = routed.routing().tables();
        proof = next(proof, now, lids, routed.routing(), threads);
      }
      if (random.nextInt(5) == 0) {
        changing.change(random);
      } else {
        changing.changeCable(random);
      }
    }
  }

  /** Tables of no engine: with holes, circles and ports that lead nowhere. */
  @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
  void shouldBeAsFromScratchOfAnyTables(@ForAll long seed) {
    Random random = new Random(seed);
    Sample sample = Sample.of(random);
    ForwardingTables tables = sample.tables();
    StandingProof proof = next(null, sample.fabric(), sample.lids(), sample.onOneLane(), 1);
    for (int change = 0; change < 6 && tables.switchCount() > 0; change++) {
      tables = tables.branch();
      for (int entries = random.nextInt(4); entries > 0; entries--) {
        int node = random.nextInt(tables.switchCount());
        int lid = random.nextInt(tables.maxLid() + 1);
        tables.set(node, lid, random.nextInt(8));
      }
      Routing routing = Routing.singleLane("random", tables);
      proof = next(proof, sample.fabric(), sample.lids(), routing, 2);
    }
  }

  /** What was not walked to is believed: the properties above would hold, too, if all were. */
  @Test
  void shouldWalkToWhatHasChangedOnly() {
    Sample sample = Sample.of(new Random(7));
    StandingProof proof = StandingProof.of(sample.fabric(), sample.lids(), sample.onOneLane(), 1);
    ForwardingTables none =
        new ForwardingTables(sample.fabric().switchCount(), sample.lids().maxLid());
    ForwardingTables secret = sample.tables().copy(sample.lids().maxLid(), 1);
    Routing routing = Routing.singleLane("changed behind its back", secret);
    StandingProof counted = proof.after(sample.fabric(), sample.lids(), routing, 1);
    assertThat(counted.proof().dependencies()).isPositive();
    for (int node = 0; node < secret.switchCount(); node++) {
      System.arraycopy(none.row(node), 0, secret.row(node), 0, none.row(node).length);
    }

    StandingProof same = counted.after(sample.fabric(), sample.lids(), routing, 1);

    assertThat(same.proof()).isEqualTo(counted.proof());
    assertThat(StandingProof.of(sample.fabric(), sample.lids(), routing, 1).proof())
        .isNotEqualTo(counted.proof());
  }

  private static StandingProof next(
      StandingProof before, Fabric fabric, LidMap lids, Routing routing, int threads) {
    StandingProof proof =
        before == null
            ? StandingProof.of(fabric, lids, routing, threads)
            : before.after(fabric, lids, routing, threads);
    assertThat(proof.proof()).isEqualTo(LayerProof.of(fabric, lids, routing, 1));
    return proof;
  }
}
