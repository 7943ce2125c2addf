package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.persistence.event.SubnetEvent.LidsAssigned;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.subnet.SubnetView.Attributes;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Four switches with a host each; the journal knows all of them, and had two terms. */
class OtherReignTest {
  private static final long STRANGE = 78;
  private static final TermKeys BEFORE = TermKeys.random();
  private static final TermKeys NOW = TermKeys.random();

  private final Fabric fabric = TopologySpec.parse("torus:4").generate();
  private final Attributes attributes = Attributes.unread(fabric);
  private final int[] hosts =
      Arrays.stream(fabric.endPorts())
          .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
          .toArray();
  private final Discovered found =
      new Discovered(fabric, attributes, hosts[0], new int[0], List.of());
  private SubnetState state =
      SubnetState.EMPTY
          .apply(new TermStarted(1, BEFORE, "a", "", 0))
          .apply(new TermStarted(2, NOW, "a", "", 0));

  @BeforeEach
  void leaveAllAsTheLastTermDid() {
    know(hosts);
    for (int host : hosts) {
      holds(host, key(host), host, PortState.ACTIVE);
    }
  }

  private void know(int... ports) {
    long[] guids = Arrays.stream(ports).mapToLong(fabric::portGuid).toArray();
    state = state.apply(new LidsAssigned(guids, ports, new byte[ports.length], "", 0));
  }

  private long key(int port) {
    return BEFORE.of(fabric.portGuid(port));
  }

  private void holds(int port, long mKey, int lid, int portState) {
    PortInfo info = new PortInfo().mKey(mKey).lid(lid).portState(portState);
    attributes.portInfo()[port] = Arrays.copyOf(info.bytes(), Mad.SMP_DATA_BYTES);
  }

  private boolean isAnothers(Int2LongMap shown) {
    return OtherReign.sign(state, found, shown).isPresent();
  }

  private boolean isAnothers() {
    return isAnothers(Int2LongMaps.EMPTY_MAP);
  }

  @Test
  void shouldSeeAnotherOneWhereMostPortsHoldNoKeyOfOurs() {
    assertThat(isAnothers()).isFalse();
    holds(hosts[0], 0, 7, PortState.ACTIVE); // OpenSM's, by default
    holds(hosts[1], STRANGE, 8, PortState.ARMED);
    assertThat(isAnothers()).as("two of four, as where a rack was away").isFalse();
    holds(hosts[2], key(hosts[1]), 9, PortState.ACTIVE);
    assertThat(OtherReign.sign(state, found, Int2LongMaps.EMPTY_MAP))
        .contains("3 of 4 ports of adapters that are up hold no M_Key of this one");
  }

  @Test
  void shouldNotTakeHostsThatHaveRestartedForAnothers() {
    for (int host : hosts) {
      holds(host, 0, 0, PortState.INIT);
    }
    assertThat(isAnothers()).as("all of them").isFalse();
    for (int host : hosts) {
      holds(host, 0, host + 1, PortState.INIT);
    }
    assertThat(isAnothers()).as("their firmware remembers a LID").isFalse();
    holds(hosts[1], STRANGE, 0xFFFF, PortState.ACTIVE);
    assertThat(isAnothers()).as("it has none").isFalse();
    attributes.portInfo()[hosts[2]] = null;
    assertThat(isAnothers()).as("it does not answer").isFalse();
  }

  @Test
  void shouldLookOnlyAtPortsOfAdaptersThatTheJournalKnows() {
    for (int port : fabric.endPorts()) {
      holds(port, STRANGE, port, PortState.ACTIVE);
    }
    state =
        SubnetState.EMPTY
            .apply(new TermStarted(1, BEFORE, "a", "", 0))
            .apply(new TermStarted(2, NOW, "a", "", 0));
    assertThat(isAnothers()).as("an empty journal").isFalse();
    know(fabric.endPorts());
    holds(hosts[0], key(hosts[0]), hosts[0], PortState.ACTIVE);
    holds(hosts[1], key(hosts[1]), hosts[1], PortState.ACTIVE);
    assertThat(isAnothers()).as("ibsim keeps no key of a switch").isFalse();
  }

  @Test
  void shouldBelieveAHiddenKeyThatWasShown() {
    Int2LongOpenHashMap shown = new Int2LongOpenHashMap();
    for (int host : hosts) {
      holds(host, 0, host, PortState.ACTIVE);
      shown.put(host, key(host));
    }
    assertThat(isAnothers(shown)).isFalse();
    assertThat(isAnothers()).isTrue();
  }
}
