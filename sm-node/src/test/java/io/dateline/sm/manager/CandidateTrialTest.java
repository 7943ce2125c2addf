package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.SubnetEvent.FabricFound;
import io.dateline.persistence.event.SubnetEvent.LidsAssigned;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.engine.EngineOptionsSource;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.registry.Engines;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidPlan;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.simulation.SpoiledEngine;
import io.dateline.sm.state.SubnetState;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node tries an engine for the master, from what it has read in the journal. */
class CandidateTrialTest {
  private static final RoutingOptions OPTIONS = RoutingOptions.DEFAULTS;

  private SubnetState state;
  private CandidateTrial.Task task;

  @BeforeEach
  void find() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    Discovered found;
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        MadExchange exchange =
            Transactor.open(
                simulator.attach(fabric.endPorts()[fabric.endPorts().length - 1]),
                ExchangeSettings.DEFAULT)) {
      found =
          Discovery.run(exchange, DiscoveryKeys.NONE)
              .toCompletableFuture()
              .get(20, TimeUnit.SECONDS);
    }
    LidPlan plan =
        LidAssigner.plan(found.fabric(), SubnetState.EMPTY.lids(), found.localPort(), 0, false);
    state =
        SubnetState.EMPTY
            .apply(new LidsAssigned(plan.newGuids(), plan.newBaseLids(), plan.newLmcs(), "test", 1))
            .apply(
                new FabricFound(
                    SubnetState.EMPTY
                        .fabric()
                        .changeTo(found.fabric(), 4, plan.withoutLids(found.fabric()))
                        .orElseThrow(),
                    "test",
                    1));
    FabricGeneration subnet = state.generation(4).orElseThrow();
    task =
        CandidateTrial.Task.of(
            "dor",
            3,
            subnet,
            EngineOptionsSource.of(OPTIONS).digest(),
            new Generations(),
            found.fabric().portGuid(found.localPort()),
            true);
  }

  private CandidateTrial.Answer run(CandidateTrial.Task asked) {
    return run(asked, state, Engines::named);
  }

  private static CandidateTrial.Answer run(
      CandidateTrial.Task asked,
      SubnetState read,
      Function<String, Optional<RoutingEngine>> engines) {
    return CandidateTrial.run(
        asked,
        read,
        new CandidateTrial.Means(new Generations(), engines, EngineOptionsSource.of(OPTIONS)));
  }

  private CandidateTrial.Task with(String engine, long generation, String options, String memory) {
    return new CandidateTrial.Task(
        engine,
        generation,
        task.topologyId(),
        options,
        memory,
        task.before(),
        task.ownPort(),
        task.term(),
        task.lids(),
        false);
  }

  private static String unable(CandidateTrial.Answer answer) {
    return ((CandidateTrial.Unable) answer).reason();
  }

  @Test
  void shouldSayWhatTheRoutingComesTo() {
    CandidateTrial.Routed routed = (CandidateTrial.Routed) run(task);
    assertThat(routed.figures().served()).isEqualTo(72);
    assertThat(routed.digest()).hasSize(64);
    assertThat(run(task)).isEqualTo(routed);
  }

  @Test
  void shouldSayTheDigestAloneWhereThatWillDo() {
    CandidateTrial.Task unjudged =
        new CandidateTrial.Task(
            "dor",
            4,
            task.topologyId(),
            task.options(),
            task.memory(),
            "",
            task.ownPort(),
            task.term(),
            task.lids(),
            true);
    CandidateTrial.Routed routed = (CandidateTrial.Routed) run(task);
    assertThat(run(unjudged)).isEqualTo(new CandidateTrial.Tables(routed.digest()));
    assertThat(run(unjudged, state, name -> Engines.named(name).map(SpoiledEngine::new)))
        .isInstanceOf(CandidateTrial.Tables.class)
        .isNotEqualTo(new CandidateTrial.Tables(routed.digest()));
  }

  @Test
  void shouldTellOneWrongByteByItsDigest() {
    CandidateTrial.Routed routed = (CandidateTrial.Routed) run(task);
    CandidateTrial.Answer spoiled =
        run(task, state, name -> Engines.named(name).map(SpoiledEngine::new));
    assertThat(spoiled).isInstanceOf(CandidateTrial.Rejected.class);
    assertThat(((CandidateTrial.Rejected) spoiled).digest()).isNotEqualTo(routed.digest());
  }

  @Test
  void shouldSayWhenItDoesNotKnowWhatTheMasterKnows() {
    String options = task.options();
    assertThat(unable(run(task, SubnetState.EMPTY, Engines::named)))
        .isEqualTo("it has not read of this fabric yet");
    assertThat(unable(run(with("dor", 3, options, task.memory()))))
        .as("an older generation")
        .isEqualTo("it has not read of this fabric yet");
    assertThat(unable(run(with("dor", 4, "other", task.memory()))))
        .isEqualTo("it has other options than the master");
    assertThat(unable(run(with("none", 4, options, task.memory()))))
        .isEqualTo("it has no such engine");
    assertThat(unable(run(with("dor", 4, options, "other"))))
        .isEqualTo("it remembers something else than the master");
    assertThat(
            unable(
                run(
                    new CandidateTrial.Task(
                        "dor",
                        4,
                        task.topologyId(),
                        options,
                        task.memory(),
                        "other",
                        1,
                        3,
                        task.lids(),
                        false))))
        .isEqualTo("it has not read of the tables that are in force");
    assertThat(
            unable(
                run(
                    new CandidateTrial.Task(
                        "dor",
                        4,
                        task.topologyId(),
                        options,
                        task.memory(),
                        "",
                        1,
                        3,
                        task.lids(),
                        false))))
        .isEqualTo("it does not know the master's port");
  }

  private CandidateTrial.Task withLids(long lids) {
    return new CandidateTrial.Task(
        "dor",
        4,
        task.topologyId(),
        task.options(),
        task.memory(),
        "",
        task.ownPort(),
        task.term(),
        lids,
        false);
  }

  @Test
  void shouldSayWhenItHasOtherLids() {
    assertThat(unable(run(withLids(task.lids() + 1))))
        .isEqualTo("it has read of other LIDs than the master's");
    assertThat(run(withLids(0)))
        .as("a master of an earlier version does not say")
        .isInstanceOf(CandidateTrial.Routed.class);
  }

  @Test
  void shouldTellWhoHasFoundSomethingElse() {
    CandidateTrial.Routed routed = (CandidateTrial.Routed) run(task);
    CandidateTrial.Answer out = new CandidateTrial.Out("no");
    CandidateTrial.Answer rejected = new CandidateTrial.Rejected(routed.digest(), "packets loop");
    assertThat(routed.agreesWith(run(task))).isTrue();
    assertThat(out.agreesWith(new CandidateTrial.Out("no, really"))).isTrue();
    assertThat(routed.agreesWith(out)).isFalse();
    assertThat(out.agreesWith(routed)).isFalse();
    assertThat(routed.agreesWith(rejected)).as("the same tables").isFalse();
    assertThat(rejected.agreesWith(routed)).isFalse();
    assertThat(rejected.agreesWith(new CandidateTrial.Rejected("other", "packets loop"))).isFalse();
  }

  @Test
  void shouldSayWhyAnEngineRefuses() {
    assertThat(run(with("ftree", 4, task.options(), task.memory())))
        .isInstanceOf(CandidateTrial.Out.class);
  }

  @Test
  void shouldNotFailWhereAnEngineDoes() {
    assertThat(
            unable(
                run(
                    task,
                    state,
                    name -> {
                      throw new IllegalStateException("broken");
                    })))
        .contains("broken");
  }
}
