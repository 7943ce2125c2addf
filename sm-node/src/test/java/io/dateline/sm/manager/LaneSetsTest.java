package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SlToVlMappingTable;
import io.dateline.mad.attribute.VlArbitrationTable;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.lane.LanePlanner;
import io.dateline.sm.lane.QosSamples;
import io.dateline.sm.link.PackedSets;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RelayedSets;
import io.dateline.sm.link.RouteBook;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneSetsTest {
  private static final long PATIENCE_S = 60;

  /** Tells every row from every other one. */
  private static final SlToVl LANES = (node, in, out, sl) -> (node + 3 * in + out + sl) % 8;

  private final Fabric wired = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(wired));
  private final MadExchange exchange =
      Transactor.open(
          simulator.attach(wired.port(wired.switchCount(), 1)), ExchangeSettings.DEFAULT);
  private final HeavySweep sweep = new HeavySweep(1, "test", System.nanoTime());
  private final MadExchange other =
      Transactor.open(
          simulator.attach(wired.port(wired.switchCount() + 5, 1)), ExchangeSettings.DEFAULT);
  private Function<byte[], CompletionStage<RelayedSets.Answer>> relays =
      packed -> PackedSets.send(packed, other);
  private Fabric fabric;

  @AfterEach
  void close() {
    other.close();
    exchange.close();
    simulator.close();
  }

  private void discover() throws Exception {
    sweep.found =
        Discovery.run(exchange, DiscoveryKeys.NONE)
            .toCompletableFuture()
            .get(PATIENCE_S, TimeUnit.SECONDS);
    fabric = sweep.found.fabric();
    sweep.routes = new RouteBook(fabric, sweep.found.localPort());
    sweep.routing =
        new Routing("test", new ForwardingTables(fabric.switchCount(), 18), LANES, PathSl.ZERO, 8);
  }

  private SharedSets sets(Long... others) {
    SharedSets sets = new SharedSets(sweep, List.of(others));
    LaneSets.add(
        sets,
        sweep,
        new LanePlanner(
            fabric,
            sweep.found.attributes().portInfo(),
            port -> 4,
            sweep.routing,
            QosSamples.read("qos_vlarb_low = \"0:1,4:2\"")),
        TermKeys.NONE);
    return sets;
  }

  private PortSets.Result send(Long... others) throws Exception {
    TestSetup setup = new TestSetup(exchange);
    setup.workers =
        new PlayedWorkers() {
          @Override
          public CompletionStage<RelayedSets.Answer> relay(
              long port, byte[] packed, Duration patience) {
            return relays.apply(packed);
          }
        };
    return sets(others)
        .send(SmContext.begin(setup.make(), new Now(0, 0)))
        .toCompletableFuture()
        .get(PATIENCE_S, TimeUnit.SECONDS);
  }

  private String read(DirectedRoute route, int attributeId, int modifier, int bytes)
      throws Exception {
    CompletableFuture<MadOutcome> answer = new CompletableFuture<>();
    exchange.request(
        MadRequest.of(MadPacket.directed(Smp.get(route, attributeId, modifier, 0)), 1),
        answer::complete);
    MadOutcome.Answered answered = (MadOutcome.Answered) answer.get(PATIENCE_S, TimeUnit.SECONDS);
    return HexFormat.of().formatHex(Smp.data(answered.reply()), 0, bytes);
  }

  @Test
  void shouldHaveAnotherNodeSendItsShare() throws Exception {
    discover();
    int all = sets().size();
    assertThat(send(other.port().portGuid()).failed()).isZero();

    assertThat(sets().size()).as("of which ports are known to have taken all").isZero();
    long sent = other.stats().sent().values().stream().mapToLong(Long::longValue).sum();
    assertThat(sent).isBetween(all / 5L, all * 4L / 5);
  }

  /** Nothing is taken for known that the other node may not have sent. */
  @Test
  void shouldSendWhatASilentNodeWasToSendAnew() throws Exception {
    discover();
    int all = sets().size();
    relays = packed -> CompletableFuture.failedStage(new TimeoutException("it is silent"));
    PortSets.Result result = send(other.port().portGuid());

    assertThat(result.sent()).isEqualTo(all);
    assertThat(result.failed()).isBetween(all / 5, all * 4 / 5);
    assertThat(result.failures()).hasSize(1);
    assertThat(sets().size()).isGreaterThanOrEqualTo(result.failed());
    assertThat(send().failed()).isZero();
    assertThat(sets().size()).isZero();
  }

  /** What ports hold then is what subnet administration tells. */
  @Test
  void shouldGiveEveryPortItsTablesAndRememberThem() throws Exception {
    discover();
    PortSets.Result result = send();

    assertThat(result.failed()).isZero();
    Discovered found = sweep.found;
    for (int port = 0; port < fabric.portCount(); port++) {
      int node = fabric.nodeOf(port);
      int number = fabric.portNumber(port);
      DirectedRoute route = sweep.routes.toPort(port);
      byte[] rows = found.attributes().slToVl()[port];
      if (rows == null) {
        assertThat(fabric.peer(port)).isEqualTo(Fabric.NONE);
        continue;
      }
      for (int input = 0; input < rows.length / 8; input++) {
        boolean onSwitch = fabric.isSwitch(node);
        if (onSwitch && input > 0 && fabric.peer(fabric.port(node, input)) == Fabric.NONE) {
          assertThat(LanePlanner.isUntold(rows, input)).as("input %d", input).isTrue();
          continue;
        }
        int modifier = onSwitch ? SlToVlMappingTable.modifier(input, number) : 0;
        assertThat(read(route, AttributeId.SL_TO_VL_MAPPING_TABLE, modifier, 8))
            .isEqualTo(HexFormat.of().formatHex(rows, 8 * input, 8 * input + 8));
        assertThat(rows[8 * input] >> 4 & 0xF).isEqualTo(LANES.vl(node, input, number, 0));
      }
      int block = VlArbitrationTable.modifier(fabric.isSwitch(node) ? number : 0, 1);
      assertThat(read(route, AttributeId.VL_ARBITRATION_TABLE, block, 6))
          .isEqualTo(HexFormat.of().formatHex(found.attributes().vlArbitration()[port], 0, 6));
    }
  }

  @Test
  void shouldSendOnlyWhatDiffers() throws Exception {
    discover();
    int all = send().sent();
    assertThat(all).isGreaterThan(9 * 5 * 6);
    assertThat(sets().size()).isZero();

    int port = fabric.port(0, 1);
    byte[] known = sweep.found.attributes().slToVl()[port].clone();
    known[8]++;
    sweep.found.attributes().slToVl()[port] = known;
    assertThat(sets().size()).isEqualTo(1);
    assertThat(sweep.found.attributes().slToVl()[port]).as("until it is acknowledged").isNull();
    assertThat(send().sent()).as("rows of the port").isEqualTo(1 + linked(0));
    assertThat(sets().size()).isZero();
  }

  /** Every other port of its switch has to know what comes in by a port that was down. */
  @Test
  void shouldTellTheMapsOfAnInputThatHasComeUp() throws Exception {
    discover();
    byte[][] portInfo = sweep.found.attributes().portInfo();
    int port = fabric.port(0, 1);
    byte[] up = portInfo[port];
    portInfo[port] = PortInfo.of(up.clone()).portState(PortState.DOWN).bytes();
    send();
    assertThat(sets().size()).isZero();

    portInfo[port] = up;
    int others = linked(0) - 1;
    int ofItsOwn = 1 + 1 + others + 2; // from the switch, itself and others; VL arbitration
    assertThat(sets().size()).isEqualTo(others + ofItsOwn);
    assertThat(send().failed()).isZero();
    int other = fabric.port(0, 2);
    assertThat(
            read(
                sweep.routes.toPort(other),
                AttributeId.SL_TO_VL_MAPPING_TABLE,
                SlToVlMappingTable.modifier(1, 2),
                8))
        .isEqualTo(HexFormat.of().formatHex(sweep.found.attributes().slToVl()[other], 8, 16));
  }

  /** An adapter that does not answer has to be told again, and nobody else. */
  @Test
  void shouldKnowNothingOfWhatWasNotAcknowledged() throws Exception {
    discover();
    int port = fabric.port(fabric.nodeCount() - 1, 1);
    int known = fabric.peer(port);
    simulator.execute(simulated -> simulated.nodeDown(wired.nodeByGuid(guid(port))));

    assertThat(send().failed()).isEqualTo(3);

    assertThat(sweep.found.attributes().slToVl()[port]).isNull();
    assertThat(sweep.found.attributes().vlArbitration()[port]).isNull();
    assertThat(sweep.found.attributes().slToVl()[known]).isNotNull();
    assertThat(sets().size()).isEqualTo(3);
  }

  private int linked(int node) {
    int linked = 0;
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      linked += fabric.peer(fabric.port(node, number)) == Fabric.NONE ? 0 : 1;
    }
    return linked;
  }

  private long guid(int port) {
    return fabric.nodeGuid(fabric.nodeOf(port));
  }
}
