package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortPhysicalState;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.SimulatedPort;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.fair.Babblers.Babbler;
import io.dateline.sm.fair.Babblers.Endless;
import io.dateline.sm.fair.DisabledPort;
import io.dateline.sm.fair.DisabledPorts;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A host of a simulated torus of nine switches babbles. */
class PortDisablerTest {
  private static final int LID = 44;
  private static final int OWN_LID = 40;
  private static final TermKeys KEYS = TermKeys.random();

  /** The exchange and the simulation keep the order: after these, what an order sends is done. */
  private static final int ROUND_TRIPS = 4;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int local = fabric.port(fabric.switchCount(), 1);
  private final int host = fabric.port(fabric.nodeCount() - 1, 1);
  private final int switchPort = fabric.peer(host);
  private final MadExchange exchange =
      Transactor.open(simulator.attach(local), ExchangeSettings.DEFAULT.withPatience(100, 3));
  private final RouteBook routes = new RouteBook(fabric, local);
  private final SmStanding standing = new SmStanding(1, ServiceKeys.set(1, 1), () -> 0);
  private final DisabledPorts disabled = new DisabledPorts();
  private final ConcurrentLinkedQueue<SmCommand> asked = new ConcurrentLinkedQueue<>();
  private final Endless endless =
      new Endless(new Babbler(fabric.portGuid(host), LID, 250), 0, true);
  private PortDisabler disabler;

  @BeforeEach
  void setUp() throws Exception {
    standing.enter(SmState.MASTER);
    set(local, info -> info.lid(OWN_LID));
    set(host, info -> info.lid(LID));
    HeavySweep sweep = new HeavySweep(7, "test", 0);
    sweep.found =
        Discovery.run(exchange, DiscoveryKeys.NONE).toCompletableFuture().get(60, TimeUnit.SECONDS);
    sweep.routes = new RouteBook(sweep.found.fabric(), sweep.found.localPort());
    FabricAccess access = new FabricAccess(exchange);
    access.open(sweep, KEYS);
    SubnetView view = view(sweep.found);
    disabler =
        new PortDisabler(
            access,
            standing,
            () -> view,
            () -> new Peers(Set.of(), Set.of()),
            disabled,
            asked::add);
    protect(host);
    protect(fabric.port(fabric.nodeOf(switchPort), 0));
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private static SubnetView view(Discovered found) {
    Fabric fabric = found.fabric();
    LidMap.Builder lids = new LidMap.Builder(fabric);
    for (int port : fabric.endPorts()) {
      if (fabric.foundLid(port) != Lid.NONE) {
        lids.assign(port, fabric.foundLid(port), 0);
      }
    }
    return new SubnetView(
        7,
        fabric,
        lids.build(),
        null,
        found.attributes(),
        0,
        18,
        Optional.empty(),
        Map.of(),
        List.of(),
        guid -> MulticastRow.EMPTY);
  }

  /** Without its key a port does not answer. */
  private void protect(int port) throws Exception {
    set(port, info -> info.mKey(KEYS.of(fabric.portGuid(port))).mKeyProtectBits(2));
  }

  private void set(int port, Consumer<PortInfo> change) throws Exception {
    PortInfo info = info(port);
    long key = info.mKey();
    info.portState(PortState.NO_CHANGE).portPhysicalState(PortPhysicalState.NO_CHANGE);
    change.accept(info);
    int node = fabric.nodeOf(port);
    PortSets sets = new PortSets();
    sets.add(
        fabric.isSwitch(node) ? routes.toNode(node) : routes.toPort(port),
        fabric.nodeGuid(node),
        AttributeId.PORT_INFO,
        fabric.portNumber(port),
        key,
        info.bytes(),
        answer -> {});
    assertThat(sets.send(exchange).toCompletableFuture().get(60, TimeUnit.SECONDS).failures())
        .isEmpty();
  }

  private PortInfo info(int port) {
    return simulator.call(simulated -> simulated.portInfo(port));
  }

  private void babble() throws Exception {
    roundTrip(outcome -> disabler.accept(endless)); // on the exchange's thread
    for (int i = 0; i < ROUND_TRIPS; i++) {
      roundTrip(outcome -> {});
    }
  }

  private void roundTrip(Consumer<MadOutcome> then) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    exchange.request(
        MadRequest.of(
            MadPacket.directed(Smp.get(DirectedRoute.LOCAL, AttributeId.NODE_INFO, 0, 0)), 1),
        outcome -> {
          then.accept(outcome);
          done.complete(null);
        });
    done.get(60, TimeUnit.SECONDS);
  }

  private void assertNothingDone() {
    assertThat(info(switchPort).portPhysicalState()).isEqualTo(PortPhysicalState.LINK_UP);
    assertThat(disabled.all()).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldDisableThePortAtTheSwitchAndNothingElse() throws Exception {
    PortInfo before = info(switchPort);

    babble();

    assertThat(info(switchPort))
        .isEqualTo(before.portState(PortState.DOWN).portPhysicalState(PortPhysicalState.DISABLED));
    assertThat(info(host).portState()).isEqualTo(PortState.DOWN);
    long switchGuid = fabric.nodeGuid(fabric.nodeOf(switchPort));
    assertThat(disabled.all())
        .containsExactly(
            new DisabledPort(fabric.portGuid(host), switchGuid, fabric.portNumber(switchPort)));
    assertThat(asked).singleElement().isInstanceOf(SmCommand.Sweep.class);
  }

  @Test
  void shouldNotDisableItAgainForTrapsThatWereOnTheirWay() throws Exception {
    babble();
    babble();
    assertThat(asked).hasSize(1);
  }

  @Test
  void shouldLeaveAPortWhereAnotherHostIsNowAndTryAgainLater() throws Exception {
    set(host, info -> info.lid(LID + 1));
    babble();
    assertNothingDone();

    set(host, info -> info.lid(LID));
    babble();
    assertThat(disabled.all()).hasSize(1);
  }

  @Test
  void shouldLeaveAHostWhereASubnetManagerHasCome() throws Exception {
    SimulatedPort program = simulator.attach(host);
    program.setSubnetManager(true);
    babble();
    assertNothingDone();
  }

  @Test
  void shouldSetNothingWhereAnotherNodeManagesTheSubnet() throws Exception {
    standing.enter(SmState.STANDBY);
    babble();
    assertNothingDone();
  }

  @Test
  void shouldLeaveThePortThatItSendsFrom() throws Exception {
    disabler.accept(new Endless(new Babbler(fabric.portGuid(local), OWN_LID, 250), 0, true));
    for (int i = 0; i < ROUND_TRIPS; i++) {
      roundTrip(outcome -> {});
    }
    assertThat(info(fabric.peer(local)).portPhysicalState()).isEqualTo(PortPhysicalState.LINK_UP);
    assertNothingDone();
  }
}
