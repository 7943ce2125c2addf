package io.dateline.sm.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.SimulationStats;
import io.dateline.sim.Simulator;
import io.dateline.sm.UnusedExchange;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import it.unimi.dsi.fastutil.longs.LongSets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Discovery of a ring of three switches with a host each, all of which hide behind their keys. */
class HiddenDiscoveryTest {
  private static final TermKeys BEFORE = TermKeys.random();
  private static final TermKeys NOW = TermKeys.random();

  private final Fabric fabric = TopologySpec.parse("torus:3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int local = fabric.port(fabric.switchCount(), 1);
  private final int late = fabric.port(fabric.switchCount() + 2, 1); // of the term before
  private final MadExchange exchange =
      Transactor.open(simulator.attach(local), ExchangeSettings.DEFAULT.withPatience(100, 2));

  @BeforeEach
  void hide() throws Exception {
    RouteBook routes = new RouteBook(fabric, local);
    PortSets sets = new PortSets();
    for (int port : fabric.endPorts()) {
      PortInfo info = simulator.call(simulated -> simulated.portInfo(port));
      info.portState(0).portPhysicalState(0).linkSpeedEnabled(0).linkWidthEnabled(0);
      TermKeys keys = port == late ? BEFORE : NOW;
      info.mKey(keys.of(fabric.portGuid(port))).mKeyProtectBits(2);
      sets.add(
          routes.toPort(port),
          fabric.nodeGuid(fabric.nodeOf(port)),
          AttributeId.PORT_INFO,
          fabric.portNumber(port),
          0,
          info.bytes(),
          answer -> {});
    }
    assertThat(get(sets.send(exchange)).failures()).isEmpty();
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private Discovered discover(KnownPlaces places, long... guids) throws Exception {
    return get(
        Discovery.run(
            exchange, new DiscoveryKeys(List.of(NOW, BEFORE), places, guids, LongSets.EMPTY_SET)));
  }

  private long[] allGuids() {
    return LongStream.range(0, fabric.endPorts().length)
        .map(index -> fabric.portGuid(fabric.endPorts()[(int) index]))
        .toArray();
  }

  private void assertComplete(Discovered found) {
    assertThat(found.warnings()).isEmpty();
    assertThat(found.fabric().nodeCount()).isEqualTo(fabric.nodeCount());
    for (int port : found.fabric().endPorts()) {
      TermKeys keys = found.fabric().portGuid(port) == fabric.portGuid(late) ? BEFORE : NOW;
      assertThat(PortInfo.of(found.attributes().portInfo()[port]).mKey())
          .isEqualTo(keys.of(found.fabric().portGuid(port)));
    }
  }

  /**
   * Only the port that was left out of the term is asked with a wrong key: once, as often as it
   * takes.
   */
  @Test
  void shouldAskEachPortWithItsOwnKeyWhereItWas() throws Exception {
    assertComplete(discover(KnownPlaces.NONE.with(fabric)));
    SimulationStats stats = simulator.call(SimulatedFabric::stats);
    assertThat(stats.refusedGets()).isBetween(1L, 3L);
  }

  @Test
  void shouldFindPortsThatAreNotWhereTheyWere() throws Exception {
    assertComplete(discover(KnownPlaces.NONE, allGuids()));
  }

  /** A cable that is pulled out and put in again elsewhere leads to no port that was not found. */
  @Test
  void shouldFindACableBetweenPortsThatAreKnown() throws Exception {
    int cable = fabric.port(0, 1);
    int node = fabric.nodeOf(cable);
    assertThat(fabric.isSwitch(fabric.nodeOf(fabric.peer(cable)))).isTrue();
    simulator.call(simulated -> simulated.unlink(cable));
    Fabric without = discover(KnownPlaces.NONE.with(fabric)).fabric();
    simulator.call(simulated -> simulated.relink(cable));

    Fabric found = discover(KnownPlaces.NONE.with(without)).fabric();
    int same = found.nodeByGuid(fabric.nodeGuid(node));
    assertThat(without.peer(without.port(without.nodeByGuid(fabric.nodeGuid(node)), 1)))
        .isEqualTo(Fabric.NONE);
    assertThat(found.peer(found.port(same, 1))).isNotEqualTo(Fabric.NONE);
  }

  /** What was pulled out is most likely put in again where it was. */
  @Test
  void shouldRememberWhatWasThereBefore() throws Exception {
    simulator.call(simulated -> simulated.unlink(late));
    KnownPlaces before = KnownPlaces.NONE.with(fabric);
    KnownPlaces without = before.with(discover(before).fabric());
    simulator.call(simulated -> simulated.relink(late));

    assertComplete(discover(without));
    assertThat(simulator.call(SimulatedFabric::stats).refusedGets()).isBetween(1L, 3L);
  }

  /** Somebody else's, which no key of ours opens. */
  @Test
  void shouldLeaveOutWhatNobodyHereKnows() throws Exception {
    long[] known =
        LongStream.of(allGuids()).filter(guid -> guid != fabric.portGuid(late)).toArray();

    assertThat(discover(KnownPlaces.NONE, known).fabric().nodeCount())
        .isEqualTo(fabric.nodeCount() - 1);
  }

  /**
   * One target is asked one thing at a time once it is silent. The keys of missing ports are tried
   * beside each other.
   */
  @Test
  void shouldNotTryTheKeysOfMissingPortsOneAfterTheOther() throws Exception {
    long[] missing = LongStream.rangeClosed(0x900, 0x927).toArray();
    long[] guids =
        LongStream.concat(
                LongStream.of(allGuids()).filter(guid -> guid != fabric.portGuid(late)),
                LongStream.of(missing))
            .toArray();
    List<Long> targets = Collections.synchronizedList(new ArrayList<>());
    MadExchange watched =
        new UnusedExchange() {
          @Override
          public PortIdentity port() {
            return exchange.port();
          }

          @Override
          public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
            targets.add(request.target());
            exchange.request(request, onOutcome);
          }
        };

    get(
        Discovery.run(
            watched,
            new DiscoveryKeys(List.of(NOW, BEFORE), KnownPlaces.NONE, guids, LongSets.EMPTY_SET)));

    // Nodes, the own port, and 16 for each of two cables behind which nothing answers.
    assertThat(Set.copyOf(targets)).hasSizeBetween(16, fabric.nodeCount() + 1 + 2 * 16);
  }
}
