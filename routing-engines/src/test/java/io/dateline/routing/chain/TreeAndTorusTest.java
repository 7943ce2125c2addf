package io.dateline.routing.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.MixedFabric;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.policy.TopologyFile.Topology;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** updn for the whole, ftree for a tree, torus-2QoS for a torus that a few cables join to it. */
class TreeAndTorusTest {
  @TempDir private Path folder;
  private Fabric fabric;
  private LidMap lids;
  private TreeAndTorus parts;
  private RoutingOptions plain;

  @BeforeEach
  void read() throws IOException {
    fabric = MixedFabric.whole();
    lids = Net.lids(fabric, 0);
    parts = TreeAndTorus.of(fabric, folder);
    plain = parts.plain();
  }

  private RoutingOptions chain(boolean refusesLoops, String... engines) {
    return parts.chain(refusesLoops, engines);
  }

  private static RoutingOutcome.Routed routed(RoutingRequest request, String engine) {
    RoutingOutcome outcome = Engines.named(engine).orElseThrow().route(request);
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    return (RoutingOutcome.Routed) outcome;
  }

  /** LIDs of a part by itself, as the whole has them. */
  private LidMap lidsOf(Fabric part) {
    LidMap.Builder builder = new LidMap.Builder(part);
    for (int port : part.endPorts()) {
      builder.assign(port, lids.baseLid(fabric.endPortByGuid(part.portGuid(port))), 0);
    }
    return builder.build();
  }

  private void assertInnerRoutes(Routing whole, Fabric part, String engine) {
    LidMap own = lidsOf(part);
    Routing alone = routed(new RoutingRequest(part, own, plain, null), engine).routing();
    for (int node = 0; node < part.switchCount(); node++) {
      int outer = fabric.nodeByGuid(part.nodeGuid(node));
      for (int lid : own.usedLids()) {
        assertThat(whole.tables().port(outer, lid))
            .as("%s, LID %d", part.description(node), lid)
            .isEqualTo(alone.tables().port(node, lid));
      }
    }
    for (int source : own.usedLids()) {
      for (int destination : own.usedLids()) {
        assertThat(whole.pathSl().sl(source, destination))
            .isEqualTo(alone.pathSl().sl(source, destination));
      }
    }
  }

  @Test
  void shouldRouteEachPartAsItsEngineDoesAlone() throws Exception {
    RoutingOptions options = chain(false, "updn", "ftree", "torus-2QoS");
    RoutingOutcome.Routed routed = routed(new RoutingRequest(fabric, lids, options, null), "chain");

    Verdict verdict =
        Judge.judge(fabric, lids, routed.routing(), JudgeOptions.of(Scope.ALL_END_PORTS));
    assertThat(verdict.delivery().undelivered()).isZero();
    assertThat(verdict.dependencies().acyclic()).isEqualTo(routed.creditLoopFree());
    assertInnerRoutes(routed.routing(), MixedFabric.of(true, false), "ftree");
    assertInnerRoutes(routed.routing(), MixedFabric.of(false, true), "torus-2QoS");
  }

  /** ftree and torus-2QoS close no loop by themselves, and three cables join them. */
  @Test
  void shouldTellWhichStepsCloseALoopTogether() throws Exception {
    assertLoopTold(
        chain(false, "updn", "ftree", "torus-2QoS"),
        "the steps close a credit loop together, on cables of step 1 (updn)",
        "step 3 (torus-2QoS, topology 2)",
        "torus-sw_0_0_0",
        "on VL 0");
    RoutingOutcome refused =
        Engines.named("chain")
            .orElseThrow()
            .route(
                new RoutingRequest(fabric, lids, chain(true, "updn", "ftree", "torus-2QoS"), null));
    assertThat(((RoutingOutcome.Refused) refused).reason()).startsWith("the steps close a credit");
  }

  /** minhop claims nothing, so no_fallback has nothing to say of it; the loop is told. */
  @Test
  void shouldTellALoopOfStepsThatClaimNothing() throws Exception {
    assertLoopTold(
        chain(true, "minhop", "ftree", "torus-2QoS"),
        "credit loops are possible, for not each step's engine claims",
        "there is one on cables of step 1 (minhop)",
        "on VL 0");
  }

  private void assertLoopTold(RoutingOptions options, String begin, String... words)
      throws Exception {
    RoutingOutcome.Routed routed = routed(new RoutingRequest(fabric, lids, options, null), "chain");

    assertThat(routed.creditLoopFree()).isFalse();
    assertThat(routed.warnings())
        .anySatisfy(warning -> assertThat(warning).startsWith(begin).contains(words));
  }

  @Test
  void shouldKeepSlsOfTheTorusAndLeaveTheTreeAloneWhenTheTorusLosesACable() throws Exception {
    RoutingOptions options = chain(false, "updn", "ftree", "torus-2QoS");
    RoutingOutcome.Routed before = routed(new RoutingRequest(fabric, lids, options, null), "chain");
    Fabric damaged = MixedFabric.without(fabric, "torus-sw_0_0_0", "torus-sw_1_0_0");

    RoutingOutcome.Routed after =
        routed(
            new RoutingRequest(damaged, lids, options, before.routing().tables(), before.memory()),
            "chain");

    Fabric torus = MixedFabric.of(false, true);
    Fabric tree = MixedFabric.of(true, false);
    for (int source : lidsOf(torus).usedLids()) {
      for (int destination : lidsOf(torus).usedLids()) {
        assertThat(after.routing().pathSl().sl(source, destination))
            .isEqualTo(before.routing().pathSl().sl(source, destination));
      }
    }
    for (int node = 0; node < tree.switchCount(); node++) {
      int outer = fabric.nodeByGuid(tree.nodeGuid(node));
      for (int lid : lidsOf(tree).usedLids()) {
        assertThat(after.routing().tables().port(outer, lid))
            .isEqualTo(before.routing().tables().port(outer, lid));
      }
    }
    assertThat(after.memory().chain().memory(3).torus())
        .isEqualTo(before.memory().chain().memory(3).torus())
        .isPresent();
  }

  @Test
  void shouldHaveAFallbackRouteThePartAndRememberTheStepThatRefused() throws Exception {
    List<ChainOptions.Step> steps =
        List.of(
            new ChainOptions.Step(1, "updn", 0, 0, 0, plain),
            new ChainOptions.Step(5, "ftree", 2, 0, 0, plain), // which a torus is none for
            new ChainOptions.Step(7, "torus-2QoS", 2, 5, 0, plain));
    RoutingOptions options =
        plain.with(
            new ChainOptions(
                steps,
                Map.of(2L, new Topology(2, "torus", "torus")),
                chain(false, "updn").chain().groups(),
                false));

    RoutingOutcome.Routed routed = routed(new RoutingRequest(fabric, lids, options, null), "chain");

    assertThat(routed.warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith("step 5 (ftree, topology 2) refused: ")
                    .endsWith("; step 7 (torus-2QoS, topology 2) stands in"));
    assertInnerRoutes(routed.routing(), MixedFabric.of(false, true), "torus-2QoS");
    assertThat(routed.memory().chain().step(7).orElseThrow().isInForce()).isTrue();
    assertThat(routed.memory().chain().step(5)).isEmpty();
  }

  @Test
  void shouldKeepEntriesOfBeforeWhereAStepAndItsFallbacksRefuse() throws Exception {
    RoutingOutcome.Routed alone =
        routed(new RoutingRequest(fabric, lids, chain(false, "updn"), null), "chain");
    RoutingOptions options = chain(false, "updn", "torus-2QoS"); // of the tree, which is no torus

    RoutingOutcome.Routed routed = routed(new RoutingRequest(fabric, lids, options, null), "chain");

    assertThat(routed.routing().tables()).isEqualTo(alone.routing().tables());
    assertThat(routed.warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith("step 2 (torus-2QoS, topology 1) refused: ")
                    .endsWith("its part keeps the entries of the steps before it"));
  }

  /** The second LID of each host of the tree goes by ftree, the first one by updn. */
  @Test
  void shouldRouteOneLidOfEachPortByItsPathBit() throws Exception {
    lids = Net.lids(fabric, 1);
    RoutingOptions options =
        plain.with(
            new ChainOptions(
                List.of(
                    new ChainOptions.Step(1, "updn", 0, 0, 0, plain),
                    new ChainOptions.Step(2, "ftree", 1, 0, 1, plain)),
                Map.of(1L, new Topology(1, "tree", "tree")),
                chain(false, "updn").chain().groups(),
                false));
    Routing whole = routed(new RoutingRequest(fabric, lids, options, null), "chain").routing();
    Routing first =
        routed(new RoutingRequest(fabric, lids, chain(false, "updn"), null), "chain").routing();

    int changed = 0;
    for (int port : fabric.endPorts()) {
      for (int node = 0; node < fabric.switchCount(); node++) {
        int lid = lids.baseLid(port);
        assertThat(whole.tables().port(node, lid)).isEqualTo(first.tables().port(node, lid));
        boolean isOther =
            lids.lidCount(port) > 1
                && whole.tables().port(node, lid + 1) != first.tables().port(node, lid + 1);
        changed += isOther ? 1 : 0;
        boolean isTree =
            fabric.description(node).startsWith("tree-")
                && fabric.description(fabric.nodeOf(port)).startsWith("tree-");
        assertThat(isOther && !isTree).isFalse();
      }
    }
    assertThat(changed).isPositive();
  }

  @Test
  void shouldRouteAHostElsewhereOnceItHasAnotherName() throws Exception {
    RoutingOptions options = chain(false, "updn", "ftree", "torus-2QoS");
    String host = "torus-H_3_3_0_0";
    int port = fabric.port(MixedFabric.node(fabric, host), 1);
    int lid = lids.baseLid(port);
    Routing before = routed(new RoutingRequest(fabric, lids, options, null), "chain").routing();
    Fabric renamed = MixedFabric.renamed(fabric, host, "spare");

    Routing after = routed(new RoutingRequest(renamed, lids, options, null), "chain").routing();

    Routing first =
        routed(new RoutingRequest(fabric, lids, chain(false, "updn"), null), "chain").routing();
    assertThat(IntStream.range(0, fabric.switchCount()))
        .allSatisfy(
            node ->
                assertThat(after.tables().port(node, lid))
                    .isEqualTo(first.tables().port(node, lid)));
    assertThat(IntStream.range(0, fabric.switchCount()))
        .anySatisfy(
            node ->
                assertThat(before.tables().port(node, lid))
                    .isNotEqualTo(first.tables().port(node, lid)));
  }

  @Test
  void shouldSayTheSameAgainAfterItsBytes() throws Exception {
    EngineMemory memory =
        routed(
                new RoutingRequest(
                    fabric, lids, chain(false, "dfsssp", "ftree", "torus-2QoS"), null),
                "chain")
            .memory();
    ChainMemory chain = memory.chain();

    assertThat(ChainMemory.read(chain.toBytes())).contains(chain);
    assertThat(ChainMemory.EMPTY.with(chain.changesSince(ChainMemory.EMPTY))).isEqualTo(chain);
    assertThat(chain.changesSince(chain).isEmpty()).isTrue();
    ChainMemory less = chain.withoutForce();
    assertThat(less.with(chain.changesSince(less))).isEqualTo(chain);
    byte[] bytes = chain.toBytes();
    for (int length = 0; length < bytes.length; length++) {
      assertThat(ChainMemory.read(Arrays.copyOf(bytes, length))).isEmpty();
    }
  }
}
