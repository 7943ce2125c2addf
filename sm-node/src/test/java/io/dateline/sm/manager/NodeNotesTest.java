package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.state.SubnetState;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Until the journal has what nodes said, the manager does not say that nothing is under way. */
class NodeNotesTest {
  private static final long PATIENCE_S = 20;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final MadExchange exchange =
      Transactor.open(
          simulator.attach(fabric.port(fabric.nodeCount() - 1, 1)), ExchangeSettings.DEFAULT);
  private final Queue<Runnable> comparisons = new ArrayDeque<>();
  private final Queue<NodeNotes.Compared> compared = new ArrayDeque<>();
  private final SmContext context = context();
  private final Situation situation = context.situation();
  private final NodeNotes notes = new NodeNotes(context, new SilentPorts(), state -> {});
  private final PlayedShell shell =
      new PlayedShell(context.out(), input -> compared.add((NodeNotes.Compared) input));

  private SmContext context() {
    TestSetup setup = new TestSetup(exchange);
    setup.computing = comparisons::add;
    return SmContext.begin(setup.make(), new Now(0, 0));
  }

  @BeforeEach
  void bringUp() throws Exception {
    sweepEnds(1);
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private void sweepEnds(long generation) throws Exception {
    HeavySweep sweep = new HeavySweep(generation, "test", System.nanoTime());
    sweep.found =
        Discovery.run(exchange, DiscoveryKeys.NONE)
            .toCompletableFuture()
            .get(PATIENCE_S, TimeUnit.SECONDS);
    situation.active = sweep;
  }

  private Decision nextComparison() {
    shell.settle();
    comparisons.remove().run();
    shell.settle();
    return notes.take(SubnetState.EMPTY, compared.remove(), /* areKeysKnown= */ false);
  }

  @Test
  void shouldSayThatItRecordsUntilTheJournalHasIt() throws Exception {
    assertThat(situation.phase()).isEqualTo(SweepPhase.IDLE);
    notes.compare(SubnetState.EMPTY, "test");
    assertThat(situation.phase()).isEqualTo(SweepPhase.RECORDING);

    Decision decision = nextComparison();
    assertThat(decision.facts()).hasSize(1).hasOnlyElementsOfType(SubnetEvent.NodesSeen.class);
    assertThat(situation.phase()).as("not taken yet").isEqualTo(SweepPhase.RECORDING);
    SubnetState after = SubnetState.EMPTY.apply(decision.facts().getFirst());
    decision.then().accept(after);
    assertThat(situation.phase()).isEqualTo(SweepPhase.IDLE);

    notes.compare(after, "again");
    Decision nothingNew = nextComparison();
    assertThat(nothingNew.facts()).isEmpty();
    nothingNew.then().accept(after);
    assertThat(situation.phase()).isEqualTo(SweepPhase.IDLE);
  }

  @Test
  void shouldGoOnRecordingWhereAnotherSweepHasEndedMeanwhile() throws Exception {
    notes.compare(SubnetState.EMPTY, "first");
    sweepEnds(2);
    notes.compare(SubnetState.EMPTY, "second");

    assertThat(nextComparison()).isEqualTo(Decision.NONE);
    assertThat(situation.phase()).isEqualTo(SweepPhase.RECORDING);
    List<SubnetEvent> facts = nextComparison().facts();
    assertThat(facts)
        .singleElement()
        .extracting(fact -> ((SubnetEvent.NodesSeen) fact).generation())
        .isEqualTo(2L);
  }
}
