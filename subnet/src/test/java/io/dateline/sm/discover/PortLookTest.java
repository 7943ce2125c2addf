package io.dateline.sm.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Looks at the ports of a simulated torus of nine switches with a host each. */
class PortLookTest {
  private static final int LEFT_WITH_LID = 3;
  private static final TermKeys OURS = TermKeys.random();
  private static final List<TermKeys> OWN_TERMS = List.of(TermKeys.shared(0x77), OURS);

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int local = host(0);
  private final MadExchange exchange =
      Transactor.open(simulator.attach(local), ExchangeSettings.DEFAULT.withPatience(100, 3));
  private final RouteBook routes = new RouteBook(fabric, local);
  private final Discovered last;

  PortLookTest() throws Exception {
    set(local, info -> info.masterSmLid(LEFT_WITH_LID));
    last = get(Discovery.run(exchange, DiscoveryKeys.NONE));
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private int host(int index) {
    return fabric.port(fabric.switchCount() + index, 1);
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private long key(int port) {
    return OURS.of(fabric.portGuid(port));
  }

  private void set(int port, Consumer<PortInfo> change) throws Exception {
    PortInfo info = simulator.call(simulated -> simulated.portInfo(port));
    info.portState(0).portPhysicalState(0).linkSpeedEnabled(0).linkWidthEnabled(0);
    change.accept(info);
    PortSets sets = new PortSets();
    sets.add(
        routes.toPort(port),
        fabric.nodeGuid(fabric.nodeOf(port)),
        AttributeId.PORT_INFO,
        fabric.portNumber(port),
        0,
        info.bytes(),
        answer -> {});
    assertThat(get(sets.send(exchange)).failures()).isEmpty();
  }

  private Optional<String> atHome() throws Exception {
    return get(PortLook.atHome(exchange, last));
  }

  private Optional<String> everywhere(Long... peers) throws Exception {
    return get(PortLook.everywhere(exchange, last, routes, Set.of(peers)::contains, OWN_TERMS));
  }

  @Test
  void shouldFindNothingWhereNothingHasChanged() throws Exception {
    assertThat(atHome()).isEmpty();
    assertThat(everywhere()).isEmpty();
  }

  @Test
  void shouldFindThatTheOwnPortHasAnotherMaster() throws Exception {
    set(local, info -> info.masterSmLid(LEFT_WITH_LID + 1));

    assertThat(atHome()).contains("the own port is not as it was left");
    assertThat(everywhere()).contains("the own port is not as it was left");
  }

  @Test
  void shouldFindThatAnotherPortHasAnotherMaster() throws Exception {
    set(host(4), info -> info.masterSmLid(LEFT_WITH_LID + 1));

    assertThat(atHome()).isEmpty();
    assertThat(everywhere())
        .contains("port " + Guid.format(fabric.portGuid(host(4))) + " is not as it was left");
  }

  /** A master of ours moved some ports to its term, and had no time to write that down. */
  @Test
  void shouldTakeInThatPortsWereMovedToAnotherTermOfOurs() throws Exception {
    int moved = host(4);
    set(moved, info -> info.masterSmLid(LEFT_WITH_LID + 1).mKey(key(moved)).mKeyProtectBits(1));

    assertThat(everywhere()).isEmpty();
    PortInfo now = PortInfo.of(last.attributes().portInfo()[moved]);
    assertThat(now.mKey()).isEqualTo(key(moved));
    assertThat(now.masterSmLid()).isEqualTo(LEFT_WITH_LID + 1);
    assertThat(PortInfo.of(last.attributes().portInfo()[host(5)]).mKey()).isZero();
  }

  @Test
  void shouldFindThatAPortHoldsAKeyOfNobodyHere() throws Exception {
    set(host(4), info -> info.masterSmLid(LEFT_WITH_LID).mKey(0x55).mKeyProtectBits(1));

    assertThat(everywhere())
        .contains("port " + Guid.format(fabric.portGuid(host(4))) + " is not as it was left");
  }

  /** A key opens one port. */
  @Test
  void shouldNotTakeTheKeyOfAnotherPortForOurs() throws Exception {
    long ofAnother = key(host(5));
    set(host(4), info -> info.masterSmLid(LEFT_WITH_LID).mKey(ofAnother).mKeyProtectBits(1));

    assertThat(everywhere())
        .contains("port " + Guid.format(fabric.portGuid(host(4))) + " is not as it was left");
  }

  @Test
  void shouldFindASubnetManagerThatIsNoPeer() throws Exception {
    try (MadExchange other = Transactor.open(simulator.attach(host(6)), ExchangeSettings.DEFAULT)) {
      other.setSubnetManager(true);
      long guid = fabric.portGuid(host(6));

      assertThat(atHome()).isEmpty();
      assertThat(everywhere()).contains("another subnet manager is at port " + Guid.format(guid));
      assertThat(everywhere(guid)).isEmpty();
    }
  }

  /** A node may become a member, and show itself, while ports are asked. */
  @Test
  void shouldAskWhetherOneIsAPeerOnlyWhenItWasSeen() throws Exception {
    try (MadExchange other = Transactor.open(simulator.attach(host(6)), ExchangeSettings.DEFAULT)) {
      other.setSubnetManager(true);
      Set<Long> seen = ConcurrentHashMap.newKeySet();

      assertThat(get(PortLook.everywhere(exchange, last, routes, seen::add, OWN_TERMS))).isEmpty();
      assertThat(seen).containsExactly(fabric.portGuid(host(6)));
    }
  }

  @Test
  void shouldTrustNoSilence() throws Exception {
    simulator.call(simulated -> simulated.nodeDown(fabric.nodeOf(host(7))));

    assertThat(everywhere())
        .contains("port " + Guid.format(fabric.portGuid(host(7))) + " does not answer");
  }
}
