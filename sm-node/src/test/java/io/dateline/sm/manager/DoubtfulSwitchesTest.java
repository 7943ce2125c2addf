package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.subnet.SubnetView.Attributes;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoubtfulSwitchesTest {
  private static final long BEFORE = 0x1111;
  private static final TermKeys NOW = TermKeys.random();

  private final Fabric fabric = TopologySpec.parse("torus:4").generate();
  private final Attributes attributes = Attributes.unread(fabric);
  private final Discovered found =
      new Discovered(fabric, attributes, fabric.endPorts()[0], new int[0], List.of());
  private final SubnetState state =
      SubnetState.EMPTY
          .apply(new TermStarted(1, TermKeys.shared(BEFORE), "a", "", 0))
          .apply(new TermStarted(2, NOW, "a", "", 0));

  private void holds(int switchIndex, long mKey, int protectBits) {
    byte[] info =
        Arrays.copyOf(
            new PortInfo().mKey(mKey).mKeyProtectBits(protectBits).bytes(), Mad.SMP_DATA_BYTES);
    attributes.portInfo()[fabric.port(switchIndex, 0)] = info;
  }

  private void hasLink(int switchIndex, int number, int portState) {
    attributes.portInfo()[fabric.port(switchIndex, number)] =
        Arrays.copyOf(new PortInfo().portState(portState).bytes(), Mad.SMP_DATA_BYTES);
  }

  private long key(int switchIndex) {
    return NOW.of(fabric.portGuid(fabric.port(switchIndex, 0)));
  }

  private static BitSet bits(int... indices) {
    BitSet bits = new BitSet();
    Arrays.stream(indices).forEach(bits::set);
    return bits;
  }

  @Test
  void shouldTrustSwitchesThatHoldAKeyOfATerm() {
    holds(0, key(0), 1);
    holds(1, BEFORE, 1);
    holds(2, 0, 0); // open: power was off, or another one has been here
    holds(3, key(0), 1); // that of another switch
    assertThat(DoubtfulSwitches.switches(state, found, Int2LongMaps.EMPTY_MAP))
        .isEqualTo(bits(2, 3));
  }

  @Test
  void shouldTrustAHiddenKeyOnlyWhereItWasShownToARightOne() {
    holds(0, 0, 2);
    holds(1, 0, 2);
    Int2LongOpenHashMap shown = new Int2LongOpenHashMap();
    shown.put(fabric.port(0, 0), BEFORE);
    assertThat(DoubtfulSwitches.switches(state, found, shown)).isEqualTo(bits(1));
  }

  /** Sets of before, sent again, may have given it key and LinearFDBTop, but no tables. */
  @Test
  void shouldDoubtASwitchWhoseLinksHaveAllComeUpAnew() {
    for (int node = 0; node < 4; node++) {
      holds(node, key(node), 1);
    }
    hasLink(0, 1, PortState.INIT);
    hasLink(0, 2, PortState.INIT);
    hasLink(1, 1, PortState.INIT);
    hasLink(1, 2, PortState.ACTIVE);
    hasLink(2, 1, PortState.DOWN);
    hasLink(3, 1, PortState.ARMED);
    assertThat(DoubtfulSwitches.switches(state, found, Int2LongMaps.EMPTY_MAP)).isEqualTo(bits(0));
  }

  @Test
  void shouldSayNothingOfSwitchesThatWereNotRead() {
    assertThat(DoubtfulSwitches.switches(state, found, Int2LongMaps.EMPTY_MAP)).isEqualTo(bits());
  }
}
