package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.routing.RoutingOutcome;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cables that lead the same way, some of which fail: the others take over. */
class TorusCablesTest {
  private static final int CABLES = 3;

  private final TorusNet whole = net();
  private final LidMap lids = whole.lids(whole.fabric());
  private final ForwardingTables before = tables(whole);

  private static TorusNet net() {
    return TorusNet.torus(5, 4, 1).cables(CABLES).hosts(3);
  }

  private static ForwardingTables tables(TorusNet net) {
    RoutingOutcome outcome = net.route(net.fabric(), 1);
    assertThat(outcome).isInstanceOf(RoutingOutcome.Routed.class);
    return ((RoutingOutcome.Routed) outcome).routing().tables();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 12, 25, 57})
  void shouldDealRoutesOutAnewOverTheCablesThatRemain(int hop) {
    for (int failed = 1; failed <= CABLES; failed++) {
      TorusNet net = net().failCable(hop, failed);
      ForwardingTables tables = tables(net);
      assertSameWays(net, tables);
      int place = hop / TorusShape.DIMENSIONS;
      int direction = 2 * (hop % TorusShape.DIMENSIONS);
      assertEven(tables, place, direction, failed);
      assertEven(tables, whole.shape().next(place, direction), direction + 1, failed);
      assertThat(DamageCheck.of(net)).isTrue();
    }
  }

  /** Of the paths of all LIDs; which of the cables of a direction they take is another matter. */
  private void assertSameWays(TorusNet net, ForwardingTables tables) {
    int switches = whole.fabric().switchCount();
    for (int node = 0; node < switches; node++) {
      for (int lid = 1; lid <= lids.maxLid(); lid++) {
        assertThat(way(tables.port(node, lid)))
            .as("%s: switch %d, LID %d", net, node, lid)
            .isEqualTo(way(before.port(node, lid)));
      }
    }
  }

  /** The direction of a port between switches, else what is all its own. */
  private static int way(int port) {
    int ports = TorusShape.DIRECTIONS * CABLES;
    return port >= 1 && port <= ports ? (port - 1) / CABLES : -1 - port;
  }

  private void assertEven(ForwardingTables tables, int node, int direction, int failed) {
    int[] paths = new int[CABLES + 1];
    Fabric fabric = whole.fabric();
    for (int port : fabric.endPorts()) {
      int out = fabric.isSwitch(fabric.nodeOf(port)) ? 0 : tables.port(node, lids.baseLid(port));
      if (way(out) == direction) {
        paths[out - direction * CABLES]++;
      }
    }
    assertThat(paths[failed]).isZero();
    List<Integer> others =
        IntStream.rangeClosed(1, CABLES)
            .filter(cable -> cable != failed)
            .mapToObj(cable -> paths[cable])
            .toList();
    assertThat(others).doesNotContain(0);
    assertThat(Math.abs(others.getFirst() - others.getLast())).isLessThanOrEqualTo(1);
  }

  /** As in OpenSM's torus, those of the lowest port numbers are used, in both directions. */
  @Test
  void shouldLeaveOutCablesBeyondTheLimit() {
    TorusNet limited = TorusNet.torus(5, 4, 1).cables(CABLES).hosts(1).portgroupMaxPorts(2);
    TorusNet fewer = TorusNet.torus(5, 4, 1).cables(CABLES).hosts(1);
    fewer.hops().forEach(hop -> fewer.failCable(hop, CABLES));

    assertThat(tables(limited).equals(tables(fewer))).isTrue();
    assertThat(DamageCheck.of(limited)).isTrue();
    assertThat(tables(limited).equals(tables(limited.portgroupMaxPorts(CABLES)))).isFalse();
  }

  /** The other end's numbers do not count, and a cable that fails is made up for. */
  @Test
  void shouldKeepTheCablesOfTheSwitchThatIsLower() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft lower = builder.node(NodeType.SWITCH, 0x100, 4);
    Fabric.NodeDraft upper = builder.node(NodeType.SWITCH, 0x101, 4);
    for (int number = 1; number <= 3; number++) {
      builder.link(upper, 4 - number, lower, number, LinkWidth.X4, LinkSpeed.EDR);
    }
    Fabric fabric = builder.build();
    TorusFrame frame =
        TorusFrame.empty(TestTorus.shape("3 1 1"))
            .with(new long[] {0x100, 0x101}, new int[] {0, 1});

    Torus torus = Torus.of(fabric, frame, 2);

    assertThat(torus.ports(0, 0)).containsExactly(fabric.port(0, 1), fabric.port(0, 2));
    assertThat(torus.ports(1, 1)).containsExactly(fabric.port(1, 2), fabric.port(1, 3));
    assertThat(torus.strays()).isEmpty();
  }

  /** No turn is lost as long as a cable of each hop is left. */
  @ParameterizedTest
  @ValueSource(ints = {1, 20, 60, 100})
  void shouldStayFreeOfCreditLoopsHoweverManyFail(int failures) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    TorusNet net = TorusNet.torus(4, 3, 3).cables(CABLES);
    List<Integer> hops = net.hops();
    for (int i = 0; i < failures; i++) { // never the first cable of a hop
      net.failCable(hops.get(random.nextInt(hops.size())), 2 + random.nextInt(CABLES - 1));
    }
    assertThat(DamageCheck.of(net)).as("seed %d: %s", seed, net).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 12, 25})
  void shouldGoAnotherWayWhenTheLastOneFails(int hop) {
    TorusNet net = net();
    for (int cable = 1; cable <= CABLES; cable++) {
      net.failCable(hop, cable);
    }
    assertThat(DamageCheck.of(net)).isTrue();
    assertThat(tables(net).equals(tables(net().failHop(hop)))).isTrue();
  }
}
