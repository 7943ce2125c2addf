package io.dateline.it.engines;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sim.SimulatedFabric;

/** How far a heavy sweep has come, recognised by what its master sends. */
enum SweepStage {
  /** A good part of the switches has been found. */
  DISCOVERING(40),
  ADDRESSING(1),
  ACKNOWLEDGING(1),
  /** No change bit is left: what follows is computed, and nothing is sent until that is over. */
  JUDGING(1),
  PROGRAMMING(1),
  /** Some switches forward by the new tables, and others by the old ones. */
  PROGRAMMED_IN_PART(3),
  LANES(1),
  /** Some maps of inputs that have come up are told, and others are not. */
  LANES_IN_PART(2),
  ARMING(1),
  ARMED_IN_PART(2),
  ACTIVATING(1);

  /** How many of its MADs have been sent. */
  final int count;

  SweepStage(int count) {
    this.count = count;
  }

  /** Whether a Get is one of this stage's. */
  boolean isShownByGet(int attributeId) {
    return this == DISCOVERING && attributeId == AttributeId.NODE_INFO;
  }

  /**
   * Whether a Set is one of this stage's.
   *
   * @param port that it arrived at
   */
  boolean isShownBySet(SimulatedFabric simulated, int port, Mad set) {
    int attribute = set.attributeId();
    return switch (this) {
      case DISCOVERING -> false;
      case ADDRESSING ->
          attribute == AttributeId.PORT_INFO
              && isForEndPort(simulated.fabric(), port, set)
              && portState(set) == PortState.NO_CHANGE;
      case ACKNOWLEDGING -> attribute == AttributeId.SWITCH_INFO;
      case JUDGING -> attribute == AttributeId.SWITCH_INFO && !hasChangeBit(simulated);
      case PROGRAMMING, PROGRAMMED_IN_PART -> attribute == AttributeId.LINEAR_FORWARDING_TABLE;
      case LANES, LANES_IN_PART -> attribute == AttributeId.SL_TO_VL_MAPPING_TABLE;
      case ARMING, ARMED_IN_PART ->
          attribute == AttributeId.PORT_INFO && portState(set) == PortState.ARMED;
      case ACTIVATING -> attribute == AttributeId.PORT_INFO && portState(set) == PortState.ACTIVE;
    };
  }

  private static boolean isForEndPort(Fabric fabric, int port, Mad set) {
    return !fabric.isSwitch(fabric.nodeOf(port)) || set.attributeModifier() == 0;
  }

  private static int portState(Mad set) {
    return PortInfo.of(Smp.data(set)).portState();
  }

  private static boolean hasChangeBit(SimulatedFabric simulated) {
    for (int node = 0; node < simulated.fabric().switchCount(); node++) {
      if (simulated.isUp(node) && simulated.switchInfo(node).portStateChange()) {
        return true;
      }
    }
    return false;
  }
}
