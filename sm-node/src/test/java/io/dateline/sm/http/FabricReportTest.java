package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.discover.NodeBook;
import io.dateline.sm.state.SubnetState;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FabricReportTest {
  /** A node that stands by knows the fabric from the journal. */
  @Test
  void shouldTellOfTheFabricThatTheJournalHas() {
    Fabric fabric = TopologySpec.parse("torus:3x3").generate();
    Discovered found;
    try (Simulator simulator = new Simulator(new SimulatedFabric(fabric));
        MadExchange exchange =
            Transactor.open(
                simulator.attach(fabric.port(fabric.switchCount(), 1)), ExchangeSettings.DEFAULT)) {
      found = Discovery.run(exchange, DiscoveryKeys.NONE).toCompletableFuture().join();
    }
    long[] ports = Arrays.stream(fabric.endPorts()).mapToLong(fabric::portGuid).toArray();
    int[] lids = new int[ports.length];
    Arrays.setAll(lids, i -> i + 1);
    SubnetState state =
        SubnetState.EMPTY
            .apply(new SubnetEvent.LidsAssigned(ports, lids, new byte[lids.length], "test", 1))
            .apply(NodeBook.EMPTY.changesTo(found, Silence.NONE, 1, "test", 1).orElseThrow());
    FabricReport report = FabricReport.of(state).orElseThrow();

    assertThat(report.nodes()).hasSize(fabric.nodeCount());
    FabricReport.Node first = report.nodes().getFirst();
    assertThat(first.type()).isEqualTo("Switch");
    assertThat(first.guid()).isEqualTo(Guid.format(fabric.nodeGuid(0)));
    assertThat(first.lid()).isEqualTo(1);
    assertThat(first.ports()).as("cables and adapters").hasSizeGreaterThan(4);
    assertThat(first.ports()).allMatch(port -> port.lid() == 0);
    assertThat(report.nodes().getLast().ports().getFirst().lid()).isEqualTo(lids.length);
  }

  @Test
  void shouldTellNothingBeforeTheFirstSweep() {
    assertThat(FabricReport.of(SubnetState.EMPTY)).isEmpty();
  }
}
