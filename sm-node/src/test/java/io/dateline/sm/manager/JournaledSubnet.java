package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.TableDigest;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.LftEvent.TablesTargeted;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SubnetEvent.LidsAssigned;
import io.dateline.persistence.event.SubnetEvent.RoutingActivated;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.TermKeys;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.programmer.TableReplica;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidPlan;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.discover.NodeBook;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a node reads in the journal of a subnet that was brought up by another one in term 1. */
final class JournaledSubnet {
  private JournaledSubnet() {}

  /**
   * LIDs, tables, and what nodes say, of the subnet as it is.
   *
   * @param spoiled is added to an entry of every switch, so that the tables are not those that were
   *     activated; 0 for none
   */
  static ReplicaView read(
      MadExchange exchange, Fabric fabric, ForwardingTables tables, long generation, byte spoiled)
      throws Exception {
    Discovered found =
        Discovery.run(exchange, DiscoveryKeys.NONE).toCompletableFuture().get(60, TimeUnit.SECONDS);
    LidPlan lids =
        LidAssigner.plan(found.fabric(), SubnetState.EMPTY.lids(), found.localPort(), 0, false);
    TableReplica replica = new TableReplica();
    for (int node = 0; node < fabric.switchCount(); node++) {
      byte[] row = tables.row(node).clone();
      row[1] += spoiled;
      replica.apply(
          found.fabric().nodeGuid(node),
          1,
          new TablesTargeted(
              generation, tables.maxLid(), new int[] {0}, BlockCompression.deflate(row), 1));
    }
    SubnetState state =
        SubnetState.EMPTY
            .apply(new TermStarted(1, TermKeys.shared(77), "another", "test", 1))
            .apply(new LidsAssigned(lids.newGuids(), lids.newBaseLids(), lids.newLmcs(), "test", 1))
            .apply(
                NodeBook.EMPTY.changesTo(found, Silence.NONE, generation, "test", 1).orElseThrow())
            .apply(
                new RoutingPlanned(
                    generation,
                    FabricGeneration.of(generation, found.fabric(), lids.lids()).topologyId(),
                    "minhop",
                    "",
                    TableDigest.of(tables),
                    fabric.switchCount(),
                    fabric.endPorts().length,
                    "test",
                    1,
                    List.of(),
                    ""))
            .apply(new RoutingActivated(generation, "test", 2));
    return new ReplicaView(6, state, replica.freeze());
  }
}
