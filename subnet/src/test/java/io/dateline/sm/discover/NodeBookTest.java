package io.dateline.sm.discover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SilentCable;
import io.dateline.persistence.event.SilentPort;
import io.dateline.persistence.event.SubnetEvent.NodesSeen;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.SwitchCables;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What discoveries of simulated fabrics found, through the journal's form and back. */
class NodeBookTest {
  private static final String[] TOPOLOGIES = {
    "torus:3x3", "mesh:2x3", "ftree:4,4:1,2", "hypercube:3", "torus:2x2x2"
  };

  private static Discovered discover(Simulator simulator, int fromPort) throws Exception {
    try (MadExchange exchange =
        Transactor.open(simulator.attach(fromPort), ExchangeSettings.DEFAULT)) {
      return Discovery.run(exchange, DiscoveryKeys.NONE)
          .toCompletableFuture()
          .get(120, TimeUnit.SECONDS);
    }
  }

  private static void assertSame(Discovered actual, Discovered expected) {
    assertThat(actual.fabric())
        .usingRecursiveComparison()
        .isEqualTo(expected.fabric()); // node and port numbers with it
    byte[][] nodeInfo = expected.attributes().nodeInfo();
    for (int node = 0; node < nodeInfo.length; node++) {
      assertThat(actual.attributes().nodeInfo()[node])
          .isEqualTo(NodeImage.nodeInfo(expected.fabric(), expected.attributes(), node));
    }
    for (int port = 0; port < expected.fabric().portCount(); port++) {
      assertThat(actual.attributes().portInfo()[port])
          .isEqualTo(NodeImage.portInfo(expected.fabric(), expected.attributes(), port));
    }
    assertThat(actual.attributes())
        .usingRecursiveComparison()
        .ignoringFields("nodeInfo", "portInfo")
        .isEqualTo(expected.attributes());
    assertThat(actual.localPort()).isEqualTo(expected.localPort());
    assertThat(actual.managerPorts()).isEqualTo(expected.managerPorts());
  }

  private static Discovered rebuilt(NodeBook book, Discovered like) {
    return book.discoveredFrom(like.fabric().portGuid(like.localPort())).orElseThrow();
  }

  /** Links go down and up, LIDs and keys change; the book follows by deltas. */
  @Property(tries = 25)
  void shouldGiveBackWhatWasDiscoveredAfterAnyDamage(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Fabric fabric = TopologySpec.parse(TOPOLOGIES[random.nextInt(TOPOLOGIES.length)]).generate();
    int manager =
        fabric.port(
            fabric.switchCount() + random.nextInt(fabric.nodeCount() - fabric.switchCount()), 1);
    NodeBook book = NodeBook.EMPTY;
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric))) {
      for (int step = 0; step < 4; step++) {
        Discovered found = discover(simulator, manager);
        alter(found, random);
        Optional<NodesSeen> changes = book.changesTo(found, Silence.NONE, step, "test", 1);
        if (changes.isPresent()) {
          book = book.with(changes.get());
        }

        assertSame(rebuilt(book, found), found);
        assertThat(book.size()).isEqualTo(found.fabric().nodeCount());
        assertThat(book.changesTo(found, Silence.NONE, step, "test", 1)).isEmpty();
        assertSame(rebuilt(NodeBook.of(book.pack(), Silence.NONE), found), found);
        damage(simulator, fabric, manager, random);
      }
    }
  }

  /** As Sets do: answers take the place of what was read. */
  private static void alter(Discovered found, Random random) {
    byte[][] portInfo = found.attributes().portInfo();
    for (int port : found.fabric().endPorts()) {
      if (random.nextInt(4) == 0) {
        byte[] info = portInfo[port].clone();
        portInfo[port] =
            PortInfo.of(info).mKey(random.nextLong()).masterSmLid(random.nextInt(100)).bytes();
        found.attributes().slToVl()[port] = new byte[] {1, 2, 3, 4, 5, 6, 7, 0};
      }
    }
  }

  private static void damage(Simulator simulator, Fabric fabric, int manager, Random random) {
    for (int i = 0; i < 3; i++) {
      int port = random.nextInt(fabric.portCount());
      if (fabric.isSwitch(fabric.nodeOf(port))
          && fabric.peer(port) != Fabric.NONE
          && fabric.peer(port) != manager) {
        String verb = random.nextInt(3) == 0 ? "relink" : "unlink";
        simulator.command(
            "%s %s[%d]"
                .formatted(verb, fabric.description(fabric.nodeOf(port)), fabric.portNumber(port)));
      }
    }
  }

  private static NodeBook bookOf(Discovered found) {
    return NodeBook.EMPTY.with(
        NodeBook.EMPTY.changesTo(found, Silence.NONE, 1, "test", 1).orElseThrow());
  }

  @Test
  void shouldNumberNodesTheSameFromEveryEndPort() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric))) {
      Discovered one = discover(simulator, fabric.port(fabric.switchCount(), 1));
      NodeBook book = bookOf(one);
      int other = fabric.port(fabric.nodeCount() - 1, 1);

      Discovered elsewhere = book.discoveredFrom(fabric.portGuid(other)).orElseThrow();

      assertThat(elsewhere.localPort()).isEqualTo(other);
      assertThat(elsewhere.fabric()).usingRecursiveComparison().isEqualTo(one.fabric());
      assertThat(book.fabric().orElseThrow()).usingRecursiveComparison().isEqualTo(one.fabric());
      assertThat(NodeBook.EMPTY.fabric()).isEmpty();
      assertThat(elsewhere.attributes())
          .usingRecursiveComparison()
          .isEqualTo(rebuilt(book, one).attributes());
    }
  }

  @Test
  void shouldJournalOnlyWhatChanged() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric))) {
      int manager = fabric.port(fabric.switchCount(), 1);
      Discovered before = discover(simulator, manager);
      NodeBook book = bookOf(before);
      int lost = fabric.nodeCount() - 1;
      int uplink = fabric.peer(fabric.port(lost, 1));
      int leaf = fabric.nodeOf(uplink);
      simulator.command(
          "unlink %s[%d]".formatted(fabric.description(leaf), fabric.portNumber(uplink)));

      NodesSeen changes =
          book.changesTo(discover(simulator, manager), Silence.NONE, 2, "test", 7).orElseThrow();

      assertThat(changes.generation()).isEqualTo(2);
      assertThat(changes.goneGuids()).containsExactly(fabric.nodeGuid(lost));
      assertThat(changes.nodes().guids()).containsExactly(fabric.nodeGuid(leaf));
    }
  }

  @Test
  void shouldTellPortsThatHaveFallenSilent() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric))) {
      Discovered found = discover(simulator, fabric.port(fabric.switchCount(), 1));
      NodeBook book = bookOf(found);

      Silence silent =
          new Silence(
              List.of(new SilentPort(5, NodeType.CA, 1, 3, List.of(0xFFFF))),
              List.of(new SilentCable(1, 4, 2, 5)));
      NodesSeen oneMore = book.changesTo(found, silent, 2, "test", 2).orElseThrow();
      assertThat(oneMore.nodes().count()).isZero();
      NodeBook knowing = book.with(oneMore);
      assertThat(knowing.silent()).isEqualTo(silent);
      assertThat(knowing.changesTo(found, silent, 2, "test", 2)).isEmpty();
      assertThat(knowing.changesTo(found, Silence.NONE, 2, "test", 2)).isPresent();

      NodesSeen untold =
          new NodesSeen(
              3, new long[0], PackedNodes.EMPTY, List.of(), "", 3, Optional.empty(), false);
      assertThat(knowing.with(untold).silent()).as("by an old build").isEqualTo(silent);
    }
  }

  /** Which port answers first, and is told of in NodeInfo, is left to chance. */
  @Test
  void shouldNotTakeAnotherWayToANodeForAChange() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric))) {
      Discovered found = discover(simulator, fabric.port(fabric.switchCount(), 1));
      NodeBook book = bookOf(found);
      for (int node = 0; node < fabric.switchCount(); node++) {
        byte[][] nodeInfo = found.attributes().nodeInfo();
        int other = NodeInfo.of(nodeInfo[node]).localPortNum() % 4 + 1;
        nodeInfo[node] = NodeInfo.of(nodeInfo[node].clone()).localPortNum(other).bytes();
        for (int number = 0; number <= fabric.externalPortCount(node); number++) {
          PortInfo.of(found.attributes().portInfo()[fabric.port(node, number)]).localPortNum(other);
        }
      }

      assertThat(book.changesTo(found, Silence.NONE, 2, "test", 2)).isEmpty();
    }
  }

  /** The first sweep journals switches as it found them, then tells them LinearFDBTop. */
  @Test
  void shouldNotTakeForAChangeWhatCountsForNoSuccessor() throws Exception {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric))) {
      Discovered found = discover(simulator, fabric.port(fabric.switchCount(), 1));
      NodeBook book = bookOf(found);
      byte[][] switchInfo = found.attributes().switchInfo();
      for (int node = 0; node < fabric.switchCount(); node++) {
        SwitchInfo.of(switchInfo[node]).linearFdbTop(18).multicastFdbTop(0xC001);
      }
      byte[][] portInfo = found.attributes().portInfo();
      for (int port : fabric.endPorts()) {
        PortInfo.of(portInfo[port])
            .mKeyViolations(1)
            .pKeyViolations(2)
            .qKeyViolations(3)
            .clientReregister(true);
      }
      assertThat(book.changesTo(found, Silence.NONE, 2, "test", 2)).isEmpty();

      SwitchInfo.of(switchInfo[0]).lifeTimeValue(SwitchInfo.of(switchInfo[0]).lifeTimeValue() + 1);
      int host = fabric.endPorts()[fabric.endPorts().length - 1];
      PortInfo.of(portInfo[host]).mKey(7);
      NodesSeen changes = book.changesTo(found, Silence.NONE, 2, "test", 2).orElseThrow();
      assertThat(changes.nodes().guids())
          .containsExactly(fabric.nodeGuid(0), fabric.nodeGuid(fabric.nodeOf(host)));
      assertThat(rebuilt(book.with(changes), found).attributes().switchInfo()[0])
          .isEqualTo(switchInfo[0]);
    }
  }

  @Test
  void shouldRefuseBytesThatAreNoImage() {
    PackedNodes nodes = PackedNodes.pack(new long[] {1}, new byte[][] {{1, 40, 90}});

    assertThatThrownBy(() -> NodeBook.of(nodes, Silence.NONE).discoveredFrom(1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Prints what a large subnet and the largest cost. */
  @Test
  void shouldHoldTheLargestSubnetInFortyMegabytes() throws Exception {
    for (String topology : List.of("torus:8x8x8", "ftree:32,32,44:1,32,32")) {
      Fabric fabric = TopologySpec.parse(topology).generate();
      try (Simulator simulator = new Simulator(new SimulatedFabric(fabric))) {
        Discovered found = discover(simulator, fabric.port(fabric.switchCount(), 1));
        for (int round = 0; round < 2; round++) {
          long beganNs = System.nanoTime();
          NodesSeen all = NodeBook.EMPTY.changesTo(found, Silence.NONE, 1, "test", 1).orElseThrow();
          long packedNs = System.nanoTime();
          NodeBook book = NodeBook.EMPTY.with(all);
          long readNs = System.nanoTime();
          assertThat(book.changesTo(found, Silence.NONE, 1, "test", 1)).isEmpty();
          long comparedNs = System.nanoTime();
          Discovered again = rebuilt(book, found);
          long rebuiltNs = System.nanoTime();
          System.out.printf(
              "%s: %d nodes, event %d bytes, images %d bytes; compare and pack %d ms, unpack %d"
                  + " ms, compare %d ms, rebuild %d ms%n",
              topology,
              fabric.nodeCount(),
              all.nodes().deflated().length + 12L * all.nodes().count(),
              book.imageBytes(),
              (packedNs - beganNs) / 1_000_000,
              (readNs - packedNs) / 1_000_000,
              (comparedNs - readNs) / 1_000_000,
              (rebuiltNs - comparedNs) / 1_000_000);
          assertThat(Arrays.equals(again.fabric().endPorts(), found.fabric().endPorts())).isTrue();
          assertThat(book.imageBytes()).isLessThan(40_000_000);
        }
      }
    }
  }

  /** Cables and nodes are told by name; what hangs on a node that is gone is not told twice. */
  @Test
  void shouldNameWhatIsLostAndFound() throws Exception {
    Fabric fabric = TopologySpec.parse("mesh:3x2").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric))) {
      int manager = fabric.port(fabric.switchCount(), 1);
      Discovered whole = discover(simulator, manager);
      NodesSeen first = NodeBook.EMPTY.changesTo(whole, Silence.NONE, 1, "test", 1).orElseThrow();
      assertThat(first.changes()).as("all is new").isEmpty();

      int one = 5; // a corner that is not the manager's
      int port = SwitchCables.first(fabric, one);
      String ofSwitch = fabric.description(one);
      simulator.command("unlink %s[%d]".formatted(ofSwitch, fabric.portNumber(port)));
      Discovered less = discover(simulator, manager);
      NodesSeen lost =
          NodeBook.EMPTY.with(first).changesTo(less, Silence.NONE, 2, "test", 1).orElseThrow();
      String cable = cable(fabric, port);
      assertThat(lost.changes()).containsExactly("cable " + cable + " lost");

      for (int number = 1; number <= fabric.externalPortCount(one); number++) {
        if (fabric.peer(fabric.port(one, number)) != Fabric.NONE) {
          simulator.command("unlink %s[%d]".formatted(ofSwitch, number));
        }
      }
      NodeBook book = NodeBook.EMPTY.with(first).with(lost);
      NodesSeen gone =
          book.changesTo(discover(simulator, manager), Silence.NONE, 3, "test", 1).orElseThrow();
      assertThat(gone.changes())
          .hasSize(2)
          .contains("%s (%s) gone".formatted(ofSwitch, Guid.format(fabric.nodeGuid(one))))
          .allMatch(sentence -> sentence.endsWith(" gone"));

      NodesSeen back = book.with(gone).changesTo(whole, Silence.NONE, 4, "test", 1).orElseThrow();
      assertThat(back.changes()).hasSize(2).allMatch(sentence -> sentence.endsWith(" found"));
    }
  }

  /** The ends, that of the lower GUID first. */
  private static String cable(Fabric fabric, int port) {
    int peer = fabric.peer(port);
    int low = fabric.nodeOf(port) < fabric.nodeOf(peer) ? port : peer;
    return end(fabric, low) + " - " + end(fabric, fabric.peer(low));
  }

  private static String end(Fabric fabric, int port) {
    return "%s[%d]".formatted(fabric.description(fabric.nodeOf(port)), fabric.portNumber(port));
  }

  @Test
  void shouldNameTheFirstFewAndCountTheRest() throws Exception {
    Fabric fabric = TopologySpec.parse("mesh:1x9").generate();
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric))) {
      int manager = fabric.port(fabric.switchCount(), 1);
      Discovered whole = discover(simulator, manager);
      NodesSeen first = NodeBook.EMPTY.changesTo(whole, Silence.NONE, 1, "test", 1).orElseThrow();
      int node = fabric.switchAt(manager);
      int port = SwitchCables.first(fabric, node);
      simulator.command(
          "unlink %s[%d]".formatted(fabric.description(node), fabric.portNumber(port)));
      NodesSeen gone =
          NodeBook.EMPTY
              .with(first)
              .changesTo(discover(simulator, manager), Silence.NONE, 2, "test", 1)
              .orElseThrow();

      assertThat(gone.goneGuids()).hasSizeGreaterThan(6);
      assertThat(gone.changes())
          .hasSize(6)
          .last()
          .isEqualTo("%d more nodes gone".formatted(gone.goneGuids().length - 5));
    }
  }
}
