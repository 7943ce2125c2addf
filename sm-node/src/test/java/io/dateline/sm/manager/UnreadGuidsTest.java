package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.registration.AliasFinds;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A subnet that the journal knows; its only term has one key for all ports. */
class UnreadGuidsTest {
  private static final long OURS = 77;
  private static final long STRANGE = 78;

  private final Fabric simulated = TopologySpec.parse("torus:3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(simulated));
  private final int own = simulated.port(simulated.switchCount(), 1);
  private final MadExchange exchange =
      Transactor.open(simulator.attach(own), ExchangeSettings.DEFAULT);
  private final SubnetState state;
  private final HeavySweep sweep = new HeavySweep(6, "test", 0);
  private final UnreadGuids unread = new UnreadGuids();
  private final Fabric fabric;
  private final int[] ports; // of adapters

  UnreadGuidsTest() throws Exception {
    ForwardingTables tables = new ForwardingTables(simulated.switchCount(), 24);
    state = JournaledSubnet.read(exchange, simulated, tables, 5, (byte) 0).subnet();
    sweep.found = state.nodes().discoveredFrom(simulated.portGuid(own)).orElseThrow();
    fabric = sweep.found.fabric();
    ports =
        Arrays.stream(fabric.endPorts())
            .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
            .toArray();
    for (int port : fabric.endPorts()) {
      holds(port, OURS, PortState.ACTIVE);
      sweep.found.attributes().guidInfo()[port] = new GuidInfo().bytes();
    }
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private void holds(int port, long mKey, int portState) {
    sweep.found.attributes().portInfo()[port] =
        Arrays.copyOf(new PortInfo().mKey(mKey).portState(portState).bytes(), Mad.SMP_DATA_BYTES);
  }

  private void survey(boolean isFirst, boolean followsAnother) {
    unread.survey(state, sweep, Int2LongMaps.EMPTY_MAP, isFirst, followsAnother);
  }

  private Set<Long> marked() {
    return unread.in(sweep, LongSet.of());
  }

  private long guid(int adapter) {
    return fabric.portGuid(ports[adapter]);
  }

  @Test
  void shouldBelieveAnotherManagersKeyAndNoneOfOurs() {
    holds(ports[1], STRANGE, PortState.ACTIVE);
    survey(/* isFirst= */ false, /* followsAnother= */ false);
    assertThat(marked()).containsExactly(guid(1));
    assertThat(unread.take(sweep.found, marked(), Set.of(), unread.surveys()))
        .extracting(AliasFinds.Table::isForeign)
        .containsExactly(true);
    assertThat(marked()).isEmpty();
  }

  @Test
  void shouldNotTakeAHostThatHasRestartedForAnotherManagers() {
    holds(ports[1], 0, PortState.INIT);
    holds(ports[2], 0, PortState.ACTIVE);
    survey(/* isFirst= */ false, /* followsAnother= */ false);
    assertThat(marked()).as("its key is gone, and its link is old").containsExactly(guid(2));
    assertThat(unread.take(sweep.found, marked(), Set.of(), unread.surveys()))
        .extracting(AliasFinds.Table::isForeign)
        .as("another manager was not met")
        .containsExactly(false);
    survey(/* isFirst= */ true, /* followsAnother= */ true);
    assertThat(marked()).containsExactlyInAnyOrder(guid(1), guid(2));
  }

  @Test
  void shouldKeepAPortUnreadThatWasNotReadOrWasMarkedSince() {
    holds(ports[1], STRANGE, PortState.ACTIVE);
    survey(/* isFirst= */ false, /* followsAnother= */ false);
    assertThat(unread.take(sweep.found, marked(), marked(), unread.surveys()))
        .extracting(AliasFinds.Table::isWhole)
        .containsExactly(false);
    assertThat(marked()).containsExactly(guid(1));
    long before = unread.surveys();
    survey(/* isFirst= */ false, /* followsAnother= */ false);
    assertThat(unread.take(sweep.found, marked(), Set.of(), before)).isEmpty();
    assertThat(marked()).containsExactly(guid(1));
  }
}
