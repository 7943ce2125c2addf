package io.dateline.sm.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.TableDigest;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.LftEvent.TablesTargeted;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SubnetEvent.RoutingActivated;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.routing.actors.programmer.TableReplica;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.NodeBook;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A node that is not the master, asked by an engine for the tables that are in the switches. */
class ReplicaTablesTest {
  private static final long ACTIVE = 5;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final int ownPort = fabric.port(fabric.nodeCount() - 1, 1);
  private final ForwardingTables tables =
      new ForwardingTables(fabric.switchCount(), fabric.endPorts().length);
  private final Discovered found = Histories.swept(fabric);
  private final TableReplica replica = new TableReplica();

  private void fillAtRandom(Random random) {
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = 1; lid <= tables.maxLid(); lid++) {
        tables.set(node, lid, 1 + random.nextInt(fabric.externalPortCount(node)));
      }
    }
  }

  private void tell(int node, long sequence, byte[] row) {
    replica.apply(
        fabric.nodeGuid(node),
        sequence,
        new TablesTargeted(
            ACTIVE, tables.maxLid(), new int[] {0}, BlockCompression.deflate(row), 1));
  }

  private ReplicaView view() {
    SubnetState state =
        SubnetState.EMPTY
            .apply(NodeBook.EMPTY.changesTo(found, Silence.NONE, ACTIVE, "test", 1).orElseThrow())
            .apply(
                new RoutingPlanned(
                    ACTIVE,
                    7,
                    "minhop",
                    "",
                    TableDigest.of(tables),
                    9,
                    18,
                    "test",
                    1,
                    List.of(),
                    ""))
            .apply(new RoutingActivated(ACTIVE, "test", 2));
    return new ReplicaView(3, state, replica.freeze());
  }

  private ForwardingTables previous(ReplicaView view) {
    Generations generations = new Generations();
    generations.replica(new ReplicaTables(() -> view, fabric.portGuid(ownPort)));
    Fabric now = view.subnet().nodes().discoveredFrom(fabric.portGuid(ownPort)).get().fabric();
    return generations
        .request(
            FabricGeneration.of(ACTIVE + 1, now, LidMap.found(now)),
            "minhop",
            RoutingOptions.DEFAULTS)
        .previous();
  }

  @Test
  void shouldGiveThePreviousTablesWithoutHavingBeenMaster() {
    long seed = System.nanoTime();
    fillAtRandom(new Random(seed));
    for (int node = 0; node < fabric.switchCount(); node++) {
      tell(node, 1, tables.row(node));
    }

    assertThat(previous(view())).as("seed %d", seed).isEqualTo(tables);
  }

  @Test
  void shouldGiveNoneThatAreNotProven() {
    fillAtRandom(new Random(1));
    for (int node = 0; node < fabric.switchCount(); node++) {
      tell(node, 1, tables.row(node));
    }
    byte[] other = tables.row(3).clone();
    other[1] ^= 3;
    tell(3, 2, other);

    assertThat(previous(view())).isNull();
  }
}
