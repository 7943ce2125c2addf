package io.dateline.sm.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Blocks read back from a simulated torus of nine switches, which hold five blocks each. */
class TableReadingTest {
  private static final int TOP = 4 * 64 + 9; // the last block is used in part
  private static final int BLOCKS = 5;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int local = fabric.port(fabric.switchCount(), 1);
  private final RouteBook routes = new RouteBook(fabric, local);
  private final ForwardingTables tables = new ForwardingTables(fabric.switchCount(), TOP);
  private final MadExchange exchange =
      Transactor.open(simulator.attach(local), ExchangeSettings.DEFAULT.withPatience(100, 3));

  TableReadingTest() throws Exception {
    PortSets sets = new PortSets();
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = 0; lid <= TOP; lid++) {
        tables.set(node, lid, (node + lid) % 5);
      }
      for (int block = 0; block < BLOCKS; block++) {
        addBlock(sets, node, block, block(node, block));
      }
    }
    assertThat(get(sets.send(exchange)).failed()).isZero();
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private byte[] block(int node, int block) {
    return Arrays.copyOfRange(tables.row(node), block * 64, (block + 1) * 64);
  }

  private void addBlock(PortSets sets, int node, int block, byte[] entries) {
    sets.add(
        routes.toNode(node),
        fabric.nodeGuid(node),
        AttributeId.LINEAR_FORWARDING_TABLE,
        block,
        0,
        entries,
        answer -> {});
  }

  /** Changes one entry behind everybody's back. */
  private void spoil(int node, int lid) throws Exception {
    byte[] entries = block(node, lid / 64);
    entries[lid % 64] ^= 1;
    PortSets sets = new PortSets();
    addBlock(sets, node, lid / 64, entries);
    assertThat(get(sets.send(exchange)).failed()).isZero();
  }

  private TableReading.Result read(IntStream blocks) throws Exception {
    return get(TableReading.run(exchange, TermKeys.NONE, fabric, routes, tables, blocks));
  }

  private IntStream all() {
    return IntStream.range(0, TableReading.blockCount(fabric, tables));
  }

  @Test
  void shouldFindNothingWhereSwitchesHoldWhatTheyWereTold() throws Exception {
    assertThat(read(all())).isEqualTo(new TableReading.Result(9 * BLOCKS, 0, 0, new BitSet()));
  }

  @Test
  void shouldFindEveryBlockThatDiffers() throws Exception {
    spoil(2, 7);
    spoil(2, TOP);
    spoil(8, 64);

    TableReading.Result result = read(all());

    assertThat(result.read()).isEqualTo(9 * BLOCKS);
    assertThat(result.differing()).isEqualTo(3);
    assertThat(result.switches().stream()).containsExactly(2, 8);
    assertThat(read(IntStream.of(2 * BLOCKS + 1, 8 * BLOCKS)).differing()).isZero();
    assertThat(read(IntStream.of(2 * BLOCKS + 4)).switches().stream()).containsExactly(2);
  }

  /** Nobody looks an entry above LinearFDBTop up. */
  @Test
  void shouldNotMindEntriesAboveTheTop() throws Exception {
    spoil(4, TOP + 1);

    assertThat(read(all()).differing()).isZero();
  }

  @Test
  void shouldNotTakeSilenceForADifference() throws Exception {
    simulator.call(simulated -> simulated.nodeDown(5));

    TableReading.Result result = read(IntStream.range(5 * BLOCKS, 7 * BLOCKS));

    assertThat(result).isEqualTo(new TableReading.Result(BLOCKS, BLOCKS, 0, new BitSet()));
  }

  @Test
  void shouldReadMoreThanMayBeUnderWay() throws Exception {
    int rounds = 20;
    TableReading.Result result = read(IntStream.range(0, rounds).flatMap(round -> all()));

    assertThat(result.read()).isEqualTo(rounds * 9 * BLOCKS);
  }

  @Test
  void shouldEndWhereThereIsNothingToRead() throws Exception {
    assertThat(read(IntStream.empty()).read()).isZero();
  }

  @Test
  void shouldChooseBlocksAtRandomAndTheSameAgain() {
    int[] chosen = TableReading.sample(10_000, 64, 7);

    assertThat(chosen).hasSize(64).doesNotHaveDuplicates().isSorted();
    assertThat(chosen[63]).isBetween(0, 9_999);
    assertThat(TableReading.sample(10_000, 64, 7)).isEqualTo(chosen);
    assertThat(TableReading.sample(10_000, 64, 8)).isNotEqualTo(chosen);
  }

  @Test
  void shouldChooseAllBlocksOfASmallSubnet() {
    assertThat(TableReading.sample(5, 64, 7)).containsExactly(0, 1, 2, 3, 4);
    assertThat(TableReading.sample(0, 64, 7)).isEmpty();
  }
}
