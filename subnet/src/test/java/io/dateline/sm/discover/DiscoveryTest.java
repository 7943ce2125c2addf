package io.dateline.sm.discover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PKeyTable;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.UnusedExchange;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Discovery of, and looks at, a simulated torus of nine switches with a host each. */
class DiscoveryTest {
  private static final ExchangeSettings HASTY = ExchangeSettings.DEFAULT.withPatience(100, 2);
  private static final int DEAD_SWITCH = 4;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int manager = fabric.port(fabric.switchCount(), 1);

  @AfterEach
  void close() {
    simulator.close();
  }

  /** A port that loses some of what is sent through it. */
  private record LossyPort(MadTransport inner, Predicate<Mad> isLost) implements MadTransport {
    @Override
    public PortIdentity port() {
      return inner.port();
    }

    @Override
    public void start(Consumer<MadPacket> receiver) {
      inner.start(receiver);
    }

    @Override
    public void send(MadPacket packet) {
      if (!isLost.test(packet.mad())) {
        inner.send(packet);
      }
    }

    @Override
    public void setSubnetManager(boolean isSm) {
      inner.setSubnetManager(isSm);
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  private MadExchange open(Predicate<Mad> isLost) {
    return Transactor.open(new LossyPort(simulator.attach(manager), isLost), HASTY);
  }

  /** The node a directed route ends at. */
  private int target(Mad mad) {
    int node = fabric.nodeOf(manager);
    for (int hop = 1; hop <= mad.hopCount(); hop++) {
      node = fabric.nodeOf(fabric.peer(fabric.port(node, mad.initialPath(hop))));
    }
    return node;
  }

  private boolean isToDeadSwitch(Mad mad) {
    return mad.attributeId() != AttributeId.NODE_INFO && target(mad) == DEAD_SWITCH;
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void shouldFindTheFabricAsItIs() throws Exception {
    try (MadExchange exchange = open(mad -> false)) {
      Discovered found = get(Discovery.run(exchange, DiscoveryKeys.NONE));

      assertThat(found.warnings()).isEmpty();
      assertThat(found.localPort()).isEqualTo(manager);
      assertThat(found.fabric().nodeCount()).isEqualTo(fabric.nodeCount());
      for (int port = 0; port < fabric.portCount(); port++) {
        assertThat(found.fabric().peer(port)).isEqualTo(fabric.peer(port));
      }
    }
  }

  @Test
  void shouldLeaveOutASwitchThatTellsItsNameAndNothingElse() throws Exception {
    try (MadExchange exchange = open(this::isToDeadSwitch)) {
      Discovered found = get(Discovery.run(exchange, DiscoveryKeys.NONE));

      // The host behind it is out of reach.
      assertThat(found.fabric().nodeCount()).isEqualTo(fabric.nodeCount() - 2);
      assertThat(found.fabric().nodeByGuid(fabric.nodeGuid(DEAD_SWITCH))).isEqualTo(Fabric.NONE);
      assertThat(found.warnings()).hasSize(1).first().asString().contains("did not answer");
    }
  }

  /** A host says that it has the port GUID of another one, or none: it alone is left out. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLeaveOutAHostThatShowsThePortGuidOfAnother(boolean isNone) throws Exception {
    int[] hosts =
        IntStream.range(fabric.switchCount(), fabric.nodeCount())
            .filter(node -> node != fabric.nodeOf(manager))
            .toArray();
    int liar = hosts[hosts.length - 1];
    long shown = isNone ? 0 : fabric.portGuid(manager);
    try (MadExchange honest = open(mad -> false)) {
      MadExchange exchange =
          new UnusedExchange() {
            @Override
            public PortIdentity port() {
              return honest.port();
            }

            @Override
            public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
              honest.request(request, outcome -> onOutcome.accept(told(outcome)));
            }

            private MadOutcome told(MadOutcome outcome) {
              if (outcome instanceof MadOutcome.Answered answered
                  && answered.reply().attributeId() == AttributeId.NODE_INFO) {
                NodeInfo info = NodeInfo.of(Smp.data(answered.reply()));
                if (info.nodeGuid() == fabric.nodeGuid(liar)) {
                  byte[] lie = info.portGuid(shown).bytes();
                  System.arraycopy(lie, 0, answered.reply().bytes(), Mad.SMP_DATA, lie.length);
                }
              }
              return outcome;
            }
          };

      Discovered found = get(Discovery.run(exchange, DiscoveryKeys.NONE));

      assertThat(found.fabric().nodeCount()).isEqualTo(fabric.nodeCount() - 1);
      assertThat(found.fabric().nodeByGuid(fabric.nodeGuid(liar))).isEqualTo(Fabric.NONE);
      assertThat(found.localPort())
          .isEqualTo(found.fabric().endPortByGuid(fabric.portGuid(manager)));
      assertThat(found.warnings())
          .singleElement()
          .asString()
          .contains("shows the port GUID")
          .contains(fabric.description(liar));
    }
  }

  @Test
  void shouldFindEverythingOverLinksThatLoseOneMadInTwenty() throws Exception {
    simulator.command("drop 0.05 11");
    try (MadExchange exchange =
        Transactor.open(simulator.attach(manager), ExchangeSettings.DEFAULT.withPatience(20, 6))) {
      assertThat(get(Discovery.run(exchange, DiscoveryKeys.NONE)).fabric().nodeCount())
          .isEqualTo(fabric.nodeCount());
    }
  }

  @Test
  void shouldSayThatTheLocalPortIsSilent() {
    try (MadExchange exchange = open(mad -> true)) {
      assertThatThrownBy(() -> get(Discovery.run(exchange, DiscoveryKeys.NONE)))
          .hasCauseInstanceOf(DiscoveryFailed.class)
          .hasMessageContaining("does not answer");
    }
  }

  /** Each port has P_Keys of its own, and tells them to who comes in by it. */
  @Test
  void shouldReadOfEachPortOfAnAdapterWhatBelongsToThatPort() throws Exception {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft hub = builder.node(NodeType.SWITCH, 0x10, 3);
    Fabric.NodeDraft twoPorts = builder.node(NodeType.CA, 0x20, 2);
    Fabric.NodeDraft own = builder.node(NodeType.CA, 0x30, 1);
    builder.link(hub, 1, twoPorts, 1, LinkWidth.X4, LinkSpeed.EDR);
    builder.link(hub, 2, twoPorts, 2, LinkWidth.X4, LinkSpeed.EDR);
    builder.link(hub, 3, own, 1, LinkWidth.X4, LinkSpeed.EDR);
    Fabric dual = builder.build();
    try (Simulator dualSimulator = new Simulator(new SimulatedFabric(dual));
        MadExchange exchange =
            Transactor.open(dualSimulator.attach(dual.port(dual.nodeByGuid(0x30), 1)), HASTY)) {
      int node = dual.nodeByGuid(0x20);
      setPKeys(exchange, DirectedRoute.LOCAL.then(1).then(2), 0x8001);

      Discovered found = get(Discovery.run(exchange, DiscoveryKeys.NONE));

      short[][] pKeys = found.attributes().pKeys();
      assertThat(pKeys[dual.port(node, 1)]).startsWith((short) 0xFFFF, (short) 0);
      assertThat(pKeys[dual.port(node, 2)]).startsWith((short) 0xFFFF, (short) 0x8001);
    }
  }

  /** Gives a port the default P_Key and another. */
  private static void setPKeys(MadExchange exchange, DirectedRoute route, int other)
      throws Exception {
    PKeyTable table = PKeyTable.of(new byte[64]).pKeyBlock(0, 0xFFFF).pKeyBlock(1, other);
    PortSets sets = new PortSets();
    sets.add(route, 0, AttributeId.P_KEY_TABLE, 0, 0, table.bytes(), answer -> {});
    assertThat(get(sets.send(exchange)).failed()).isZero();
  }

  private Optional<String> look(MadExchange exchange, Discovered known, int top) throws Exception {
    return get(LightSweep.run(
            exchange,
            TermKeys.NONE,
            known.fabric(),
            new RouteBook(known.fabric(), known.localPort()),
            known.attributes(),
            known.localPort(),
            top,
            0))
        .map(LightSweep.Finding::reason);
  }

  /** Clears the change bits that power-on left. */
  private static void quieten(MadExchange exchange, Discovered known) throws Exception {
    RouteBook routes = new RouteBook(known.fabric(), known.localPort());
    PortSets sets = new PortSets();
    for (int node = 0; node < known.fabric().switchCount(); node++) {
      byte[] info = known.attributes().switchInfo()[node].clone();
      sets.add(
          routes.toNode(node),
          known.fabric().nodeGuid(node),
          AttributeId.SWITCH_INFO,
          0,
          0,
          SwitchInfo.of(info).portStateChange(true).bytes(),
          answer -> {});
    }
    assertThat(get(sets.send(exchange)).failed()).isZero();
  }

  @Test
  void shouldSeeInALightSweepWhatHasChanged() throws Exception {
    try (MadExchange exchange = open(mad -> false)) {
      Discovered known = get(Discovery.run(exchange, DiscoveryKeys.NONE));
      quieten(exchange, known);
      assertThat(look(exchange, known, 0)).isEmpty();
      assertThat(look(exchange, known, 18)).get().asString().contains("has lost its tables");

      simulator.command("unlink sw_1_1_0[1]");
      assertThat(look(exchange, known, 0)).get().asString().contains("saw a port change");
    }
  }

  /** All requests for a switch port's state are lost, and the host behind it is not found. */
  @Test
  void shouldSeeInALightSweepThatAPortTellsItsStateWhichItDidNotBefore() throws Exception {
    int host = fabric.nodeCount() - 1;
    int peer = fabric.peer(fabric.port(host, 1));
    AtomicBoolean isLossy = new AtomicBoolean(true);
    try (MadExchange exchange =
        open(
            mad ->
                isLossy.get() && isForState(mad, fabric.nodeOf(peer), fabric.portNumber(peer)))) {
      Discovered known = get(Discovery.run(exchange, DiscoveryKeys.NONE));
      assertThat(known.fabric().nodeByGuid(fabric.nodeGuid(host))).isEqualTo(Fabric.NONE);
      assertThat(known.warnings())
          .singleElement()
          .asString()
          .startsWith("1 switch port did not tell")
          .contains(Guid.format(fabric.nodeGuid(fabric.nodeOf(peer))));
      quieten(exchange, known);
      assertThat(look(exchange, known, 0)).isEmpty();

      isLossy.set(false);
      assertThat(look(exchange, known, 0)).get().asString().contains("tells its state");
    }
  }

  /** Else sweep after sweep would be made, and none would find more than the one before. */
  @Test
  void shouldNotTakeForNewsWhatAPortAnswersToAnotherQuestionThanTheDiscoverys() throws Exception {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft hub = builder.node(NodeType.SWITCH, 0x10, 2);
    builder.link(hub, 1, builder.node(NodeType.CA, 0x20, 1), 1, LinkWidth.X4, LinkSpeed.EDR);
    builder.link(hub, 2, builder.node(NodeType.CA, 0x30, 1), 1, LinkWidth.X4, LinkSpeed.EDR);
    Fabric pair = builder.build();
    Predicate<Mad> isLost =
        mad ->
            mad.attributeId() == AttributeId.PORT_INFO
                && mad.hopCount() == 1
                && mad.attributeModifier() == (1 | PortInfo.SM_SUPPORT_EXTENDED_SPEEDS);
    try (Simulator two = new Simulator(new SimulatedFabric(pair));
        MadExchange exchange =
            Transactor.open(
                new LossyPort(two.attach(pair.port(pair.nodeByGuid(0x30), 1)), isLost), HASTY)) {
      Discovered known = get(Discovery.run(exchange, DiscoveryKeys.NONE));
      assertThat(known.warnings()).singleElement().asString().startsWith("1 switch port did not");
      quieten(exchange, known);

      assertThat(look(exchange, known, 0)).isEmpty();
    }
  }

  private boolean isForState(Mad mad, int node, int number) {
    return mad.attributeId() == AttributeId.PORT_INFO
        && target(mad) == node
        && (mad.attributeModifier() & 0xFF) == number;
  }

  @Test
  void shouldSeeThatTheLocalCableIsOut() throws Exception {
    try (MadExchange exchange = open(mad -> false)) {
      Discovered known = get(Discovery.run(exchange, DiscoveryKeys.NONE));
      quieten(exchange, known);
      assertThat(known.cutOff()).isEmpty();

      simulator.call(simulated -> simulated.unlink(manager));
      assertThat(look(exchange, known, 0)).get().asString().contains("local port is down");
      assertThat(get(Discovery.run(exchange, DiscoveryKeys.NONE)).cutOff()).contains("is down");
    }
  }

  @Test
  void shouldSeeThatNothingAnswersBehindTheLocalPort() throws Exception {
    try (MadExchange exchange = open(mad -> mad.hopCount() > 0)) {
      Discovered found = get(Discovery.run(exchange, DiscoveryKeys.NONE));

      assertThat(found.fabric().nodeCount()).isEqualTo(1);
      assertThat(found.cutOff()).get().asString().contains("did not answer");
    }
  }

  @Test
  void shouldReachAnEndNodeWithoutASwitch() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft left = builder.node(NodeType.CA, 0x10, 1).portGuid(1, 0x11);
    Fabric.NodeDraft right = builder.node(NodeType.CA, 0x20, 1).portGuid(1, 0x21);
    builder.link(left, 1, right, 1, null, null);
    Fabric fabric = builder.build();
    int own = fabric.port(fabric.nodeByGuid(0x10), 1);
    byte[][] portInfo = new byte[fabric.portCount()][];
    portInfo[own] = new PortInfo().portState(PortState.INIT).bytes();
    Attributes attributes = new Attributes(null, null, portInfo, null, null, null, null);

    assertThat(new Discovered(fabric, attributes, own, new int[0], List.of()).cutOff()).isEmpty();
  }

  @Test
  void shouldSeeInALightSweepThatTheLocalPortIsSilent() throws Exception {
    AtomicBoolean isDead = new AtomicBoolean();
    try (MadExchange exchange = open(mad -> isDead.get())) {
      Discovered known = get(Discovery.run(exchange, DiscoveryKeys.NONE));
      isDead.set(true);
      assertThat(look(exchange, known, 0)).isPresent();
    }
  }

  @Test
  void shouldMissASwitchInALightSweep() throws Exception {
    AtomicBoolean isDead = new AtomicBoolean();
    try (MadExchange exchange = open(mad -> isDead.get() && isToDeadSwitch(mad))) {
      Discovered known = get(Discovery.run(exchange, DiscoveryKeys.NONE));
      quieten(exchange, known);
      isDead.set(true);
      assertThat(look(exchange, known, 0)).get().asString().contains("no longer answers");
    }
  }

  @Test
  void shouldFindASwitchInALightSweepThatWasLeftOut() throws Exception {
    AtomicBoolean isDead = new AtomicBoolean(true);
    try (MadExchange exchange = open(mad -> isDead.get() && isToDeadSwitch(mad))) {
      Discovered known = get(Discovery.run(exchange, DiscoveryKeys.NONE));
      quieten(exchange, known);
      isDead.set(false);
      assertThat(look(exchange, known, 0)).get().asString().contains("a node answers behind");
      assertThat(get(Discovery.run(exchange, DiscoveryKeys.NONE)).fabric().nodeCount())
          .isEqualTo(fabric.nodeCount());
    }
  }

  /** What discovery passes over, it would pass over again. */
  @Test
  void shouldTakeOnlyWhatADiscoveryWouldUseForNews() {
    int adapter = fabric.switchCount();
    NodeInfo cabled =
        new NodeInfo()
            .nodeType(fabric.type(adapter).code())
            .nodeGuid(fabric.nodeGuid(adapter))
            .localPortNum(1);
    assertThat(fabric.peer(fabric.port(adapter, 1))).isNotEqualTo(Fabric.NONE);
    assertThat(LightSweep.isNews(fabric, cabled)).as("a GUID that occurs twice").isFalse();
    assertThat(LightSweep.isNews(fabric, cabled.localPortNum(99))).isFalse();
    assertThat(LightSweep.isNews(fabric, cabled.nodeGuid(0x7777))).as("a new node").isTrue();
    assertThat(LightSweep.isNews(fabric, cabled.nodeType(9))).as("of no type").isFalse();
  }
}
