package io.dateline.sm.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.link.ExtendedSpeeds;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looks at what has changed in a simulated subnet whose ports are Active, beside discoveries. */
class ChangeLookTest {
  private static final ExchangeSettings HASTY = ExchangeSettings.DEFAULT.withPatience(100, 2);

  private Simulator simulator;
  private MadExchange exchange;
  private Fabric wired; // as it was built
  private int manager;
  private Discovered known;
  private Discovered looked;

  private void bringUp(String topology) throws Exception {
    wired = TopologySpec.parse(topology).generate();
    simulator = new Simulator(new SimulatedFabric(wired));
    manager = wired.port(wired.switchCount(), 1);
    exchange = Transactor.open(simulator.attach(manager), HASTY);
    known = get(Discovery.run(exchange, DiscoveryKeys.NONE));
    activate();
  }

  @AfterEach
  void close() {
    if (simulator != null) {
      exchange.close();
      simulator.close();
    }
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /** Brings all links to Active, and clears change bits, as a sweep does at its end. */
  private void activate() throws Exception {
    setStates(PortState.ARMED);
    setStates(PortState.ACTIVE);
    setSwitches(info -> info.portStateChange(true));
  }

  private void setSwitches(UnaryOperator<SwitchInfo> change) throws Exception {
    RouteBook routes = new RouteBook(known.fabric(), known.localPort());
    PortSets sets = new PortSets();
    byte[][] infos = known.attributes().switchInfo();
    for (int node = 0; node < known.fabric().switchCount(); node++) {
      int index = node;
      sets.add(
          routes.toNode(node),
          known.fabric().nodeGuid(node),
          AttributeId.SWITCH_INFO,
          0,
          0,
          change.apply(SwitchInfo.of(infos[node].clone())).bytes(),
          answer -> infos[index] = answer);
    }
    assertThat(get(sets.send(exchange)).failed()).isZero();
  }

  private void setStates(int state) throws Exception {
    Fabric fabric = known.fabric();
    RouteBook routes = new RouteBook(fabric, known.localPort());
    byte[][] infos = known.attributes().portInfo();
    PortSets sets = new PortSets();
    for (int each = 0; each < fabric.portCount(); each++) {
      int port = each;
      if (fabric.peer(port) == Fabric.NONE || PortInfo.of(infos[port]).portState() >= state) {
        continue;
      }
      sets.add(
          routes.toPort(port),
          fabric.nodeGuid(fabric.nodeOf(port)),
          AttributeId.PORT_INFO,
          ExtendedSpeeds.modifier(fabric, infos, port),
          0,
          PortInfo.of(infos[port].clone()).portState(state).portPhysicalState(0).bytes(),
          answer -> infos[port] = answer);
    }
    assertThat(get(sets.send(exchange)).failed()).isZero();
  }

  /** Port GUIDs of the switches whose change bit is set. */
  private List<Long> changed() {
    return IntStream.range(0, wired.switchCount())
        .filter(node -> simulator.call(sim -> sim.isUp(node)))
        .filter(node -> simulator.call(sim -> sim.switchInfo(node).portStateChange()))
        .filter(node -> known.fabric().nodeByGuid(wired.nodeGuid(node)) != Fabric.NONE)
        .mapToObj(node -> wired.portGuid(wired.port(node, 0)))
        .toList();
  }

  private void look(List<Long> ports) throws Exception {
    look(ports, OptionalInt.of(0));
  }

  private void look(List<Long> ports, OptionalInt linearFdbTop) throws Exception {
    RouteBook routes = new RouteBook(known.fabric(), known.localPort());
    looked =
        get(
            ChangeLook.run(
                exchange,
                DiscoveryKeys.NONE,
                known,
                routes,
                ports.stream().map(Extent::at).reduce(Extent.NONE, Extent::and),
                linearFdbTop,
                new BitSet()));
  }

  private long sent() {
    return exchange.stats().sent().values().stream().mapToLong(count -> count).sum();
  }

  /** What was looked at, and what was not, is what a discovery finds. */
  private void assertSameAsDiscovery(String hint) throws Exception {
    Discovered whole = get(Discovery.run(exchange, DiscoveryKeys.NONE));
    assertThat(guids(looked.fabric())).as(hint).isEqualTo(guids(whole.fabric()));
    assertThat(looked.localPort()).as(hint).isEqualTo(whole.localPort());
    assertThat(looked.managerPorts()).as(hint).isEqualTo(whole.managerPorts());
    for (int node = 0; node < whole.fabric().nodeCount(); node++) {
      byte[] image = NodeImage.of(looked.fabric(), looked.attributes(), node);
      byte[] found = NodeImage.of(whole.fabric(), whole.attributes(), node);
      assertThat(Arrays.equals(image, found))
          .as("%s: %s", hint, whole.fabric().description(node))
          .isTrue();
    }
  }

  private static LongSet guids(Fabric fabric) {
    return new LongOpenHashSet(
        IntStream.range(0, fabric.nodeCount()).mapToLong(fabric::nodeGuid).toArray());
  }

  private void assertLookedAt(String... descriptions) {
    assertThat(looked.looked().isWhole()).isFalse();
    assertThat(looked.looked().nodes().longStream().mapToObj(guid -> wired.nodeByGuid(guid)))
        .extracting(wired::description)
        .containsExactlyInAnyOrder(descriptions);
  }

  private long switchGuid(String description) {
    return IntStream.range(0, wired.switchCount())
        .filter(node -> wired.description(node).equals(description))
        .mapToLong(node -> wired.portGuid(wired.port(node, 0)))
        .findFirst()
        .orElseThrow();
  }

  /** One end tells; the other end is looked at, too, and all others are not. */
  @ParameterizedTest
  @ValueSource(strings = {"sw_1_1_0", "sw_1_2_0"})
  void shouldFindBothEndsOfALostCableByOne(String teller) throws Exception {
    bringUp("torus:4x4");
    simulator.command("unlink sw_1_1_0[4]"); // to sw_1_2_0
    long before = sent();

    look(List.of(switchGuid(teller)));

    assertLookedAt("sw_1_1_0", "sw_1_2_0");
    assertThat(sent() - before).isLessThan(2 * (36 + 6));
    assertSameAsDiscovery(teller);
  }

  @Test
  void shouldFindACableThatIsBack() throws Exception {
    bringUp("torus:4x4");
    simulator.command("unlink sw_1_1_0[4]");
    look(changed());
    known = looked;
    activate();
    simulator.command("relink sw_1_1_0[4]");

    look(List.of(switchGuid("sw_1_2_0")));

    assertLookedAt("sw_1_1_0", "sw_1_2_0");
    assertSameAsDiscovery("back");
  }

  /** No question waits for the time-outs of a switch that is dead. */
  @Test
  void shouldLeaveOutADeadSwitchByOneOfItsNeighbours() throws Exception {
    bringUp("torus:4x4");
    simulator.command("down sw_2_2_0");
    long before = exchange.stats().timeouts();

    look(List.of(switchGuid("sw_2_1_0")));

    assertThat(exchange.stats().timeouts()).isEqualTo(before);
    assertLookedAt("sw_2_1_0", "sw_2_3_0", "sw_1_2_0", "sw_3_2_0");
    assertSameAsDiscovery("dead switch");
  }

  /** It has lost its LID, as all have that start anew. */
  @Test
  void shouldReadAHostAgainThatWasStartedAnew() throws Exception {
    bringUp("torus:4x4");
    simulator.command("down H_3_3_0_0");
    simulator.command("up H_3_3_0_0");

    look(List.of(switchGuid("sw_3_3_0")));

    assertLookedAt("sw_3_3_0");
    assertSameAsDiscovery("host started anew");
  }

  @Test
  void shouldFindASwitchThatIsBack() throws Exception {
    bringUp("torus:4x4");
    simulator.command("down sw_2_2_0");
    look(changed());
    known = looked;
    activate();
    simulator.command("up sw_2_2_0");
    look(changed());
    assertThat(looked.looked().isWhole()).isFalse();
    assertSameAsDiscovery("a switch that was not known any more");
  }

  /**
   * Before the sweep that has found it goes on, another of its cables comes up. It has no tables
   * yet, as the first look has seen.
   */
  @Test
  void shouldLookOnceMoreAtASwitchThatIsBackAndWasToldNothing() throws Exception {
    bringUp("torus:4x4");
    int top = 32;
    tellTop(top);
    simulator.command("down sw_2_2_0");
    simulator.command("unlink sw_2_2_0[1]");
    look(changed(), OptionalInt.of(top));
    known = looked;
    activate();
    tellTop(top);
    simulator.command("up sw_2_2_0");
    look(changed(), OptionalInt.of(top));
    assertThat(looked.looked().isWhole()).isFalse();
    known = looked;
    simulator.command("relink sw_2_2_0[1]");

    look(changed(), OptionalInt.empty());

    assertThat(looked.looked().why()).isEmpty();
    assertThat(looked.looked().isWhole()).isFalse();
    assertSameAsDiscovery("a switch without tables");
  }

  private void tellTop(int linearFdbTop) throws Exception {
    setSwitches(info -> info.linearFdbTop(linearFdbTop).portStateChange(false));
  }

  @Test
  void shouldSayWhyItHasLookedAtAll() throws Exception {
    bringUp("torus:3x3");

    look(List.of(0x123456789L));

    assertThat(looked.looked().isWhole()).isTrue();
    assertThat(looked.looked().why()).contains("no port has the GUID 0x0000000123456789");
    assertThat(looked.fabric().nodeCount()).isEqualTo(wired.nodeCount());
  }

  @Test
  void shouldReadAnEndNodeAgainThatTellsOfAChange() throws Exception {
    bringUp("torus:3x3");
    int host = wired.nodeCount() - 1;
    RouteBook routes = new RouteBook(known.fabric(), known.localPort());
    int port = known.fabric().endPortByGuid(wired.portGuid(wired.port(host, 1)));
    PortSets sets = new PortSets();
    sets.add(
        routes.toPort(port),
        wired.nodeGuid(host),
        AttributeId.PORT_INFO,
        1,
        0,
        PortInfo.of(known.attributes().portInfo()[port].clone())
            .lid(77)
            .portState(0)
            .portPhysicalState(0)
            .bytes(),
        answer -> {});
    assertThat(get(sets.send(exchange)).failed()).isZero();

    look(List.of(wired.portGuid(wired.port(host, 1))));

    assertSameAsDiscovery("a host that tells of itself");
    assertThat(looked.fabric().foundLid(port)).isEqualTo(77);
  }

  /** Cables, hosts and switches are lost and come back, one to three at a time. */
  @ParameterizedTest
  @ValueSource(
      strings = {"torus:3x3x2", "ftree:3,3,3:1,2,2", "dragonfly:4,2,2", "jellyfish:12,4,2,5"})
  void shouldFindWhatADiscoveryFinds(String topology) throws Exception {
    long seed = Long.getLong("looks.seed", System.nanoTime());
    Random random = new Random(seed);
    String hint = "%s, -Dlooks.seed=%d".formatted(topology, seed);
    System.out.println(hint);
    bringUp(topology);
    List<Integer> unplugged = new ArrayList<>();
    List<Integer> off = new ArrayList<>();
    int wholes = 0;
    int steps = Integer.getInteger("looks.steps", 25);
    for (int step = 0; step < steps; step++) {
      int changes = 1 + random.nextInt(3);
      for (int change = 0; change < changes; change++) {
        disturb(random, unplugged, off);
      }
      List<Long> changed = changed();
      if (changed.isEmpty() || simulator.call(sim -> sim.peer(manager)) == Fabric.NONE) {
        continue;
      }
      look(changed);
      assertSameAsDiscovery("%s, step %d".formatted(hint, step));
      wholes += looked.looked().isWhole() ? 1 : 0;
      known = looked;
      activate();
    }
    assertThat(wholes).as(hint).isLessThan(steps / 2);
  }

  private void disturb(Random random, List<Integer> unplugged, List<Integer> off) {
    int own = wired.nodeOf(manager);
    int ownSwitch = wired.nodeOf(wired.peer(manager));
    switch (random.nextInt(4)) {
      case 0 -> {
        int port = random.nextInt(wired.portCount());
        int peer = wired.peer(port);
        if (peer != Fabric.NONE && port != manager && peer != manager) {
          unplugged.add(port);
          simulator.execute(sim -> sim.unlink(port));
        }
      }
      case 1 -> {
        int node = random.nextInt(wired.nodeCount());
        if (node != own && node != ownSwitch && !off.contains(node)) {
          off.add(node);
          simulator.execute(sim -> sim.nodeDown(node));
        }
      }
      case 2 -> {
        if (!unplugged.isEmpty()) {
          int port = unplugged.remove(random.nextInt(unplugged.size()));
          simulator.execute(sim -> sim.relink(port));
        }
      }
      default -> {
        if (!off.isEmpty()) {
          int node = off.remove(random.nextInt(off.size()));
          simulator.execute(sim -> sim.nodeUp(node));
        }
      }
    }
  }
}
