package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.Silence;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.discover.Neighbourhood;
import io.dateline.sm.discover.NodeBook;
import io.dateline.sm.discover.Recognition;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which fabrics are taken for the one that the journal knows. */
class RecognitionTest {
  private final Fabric fabric = TopologySpec.parse("torus:4x4").generate();
  private final int own = fabric.switchCount(); // the first adapter

  /** What both looks say of a fabric, seen from the same adapter. */
  private Optional<String> strangeness(NodeBook known, Fabric other) throws Exception {
    try (Simulator simulator = new Simulator(new SimulatedFabric(other));
        MadExchange exchange =
            Transactor.open(simulator.attach(other.port(own, 1)), ExchangeSettings.DEFAULT)) {
      Optional<String> whole = Recognition.strangeness(known, discover(exchange));
      Optional<String> near =
          Recognition.strangeness(
              known, Neighbourhood.look(exchange).toCompletableFuture().get(60, TimeUnit.SECONDS));
      assertThat(near.isPresent()).isEqualTo(whole.isPresent());
      return whole;
    }
  }

  private static Discovered discover(MadExchange exchange) throws Exception {
    return Discovery.run(exchange, DiscoveryKeys.NONE)
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
  }

  private NodeBook known() throws Exception {
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        MadExchange exchange =
            Transactor.open(simulator.attach(fabric.port(own, 1)), ExchangeSettings.DEFAULT)) {
      return NodeBook.EMPTY.with(
          NodeBook.EMPTY.changesTo(discover(exchange), Silence.NONE, 1, "test", 1).orElseThrow());
    }
  }

  private static Set<Integer> nodes(int from, int to) {
    return IntStream.range(from, to).boxed().collect(Collectors.toSet());
  }

  @Test
  void shouldRecognizeTheFabricItself() throws Exception {
    assertThat(strangeness(known(), fabric)).isEmpty();
  }

  @Test
  void shouldTakeAnyFabricWhereTheJournalKnowsNone() throws Exception {
    assertThat(strangeness(NodeBook.EMPTY, fabric)).isEmpty();
  }

  @Test
  void shouldTellWhatItSeesAndWhatTheJournalKnows() throws Exception {
    assertThat(strangeness(known(), OtherFabric.like(fabric, Set.of(own))))
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .contains("this port sees 16 switches (0x0000000050200")
                    .contains(", none of the 16 switches (0x0000000000200000, ")
                    .endsWith("that the journal knows"));
  }

  @Test
  void shouldRecognizeAFabricInWhichFewSwitchesWereReplaced() throws Exception {
    // All but the first two, one of which is the one that the port is at.
    assertThat(strangeness(known(), OtherFabric.like(fabric, nodes(2, fabric.nodeCount()))))
        .isEmpty();
  }

  @Test
  void shouldRecognizeAFabricByItsHostsWhereAllSwitchesWereReplaced() throws Exception {
    assertThat(strangeness(known(), OtherFabric.like(fabric, nodes(own, fabric.nodeCount()))))
        .isEmpty();
  }

  @Test
  void shouldNotTakeOneSwitchOfTheFabricElsewhereForTheFabric() throws Exception {
    assertThat(strangeness(known(), OtherFabric.like(fabric, Set.of(0, own)))).isPresent();
  }
}
