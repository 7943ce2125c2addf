package io.dateline.sim;

import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortPhysicalState;
import io.dateline.mad.attribute.PortState;

/**
 * What a Set of PortInfo may ask for (IBA Vol 1, 14.2.5.6). What a port has already may always be
 * written back, so that a tool can read, modify one component and write.
 */
final class PortInfoRules {
  /** Written to LinkWidthEnabled: what is supported. */
  static final int ALL_WIDTHS = 255;

  /** Written to LinkSpeedEnabled: what is supported. */
  static final int ALL_SPEEDS = 15;

  /** Written to LinkSpeedExtEnabled: what is supported. */
  static final int ALL_EXTENDED_SPEEDS = 31;

  /** Written to LinkSpeedExtEnabled: none. */
  static final int NO_EXTENDED_SPEED = 30;

  private PortInfoRules() {}

  /** LIDs of an end port. {@code oneLid}: the port has no LMC. */
  static boolean validAddress(PortInfo asked, PortInfo now, boolean oneLid) {
    int lmc = oneLid ? 0 : asked.lmc();
    boolean sameLid = asked.lid() == now.lid() && lmc == now.lmc();
    boolean goodLid =
        Lid.isUnicast(asked.lid())
            && (asked.lid() & ((1 << lmc) - 1)) == 0
            && asked.lid() + (1 << lmc) - 1 <= Lid.UNICAST_MAX;
    boolean goodSmLid =
        asked.masterSmLid() == now.masterSmLid() || Lid.isUnicast(asked.masterSmLid());
    return (sameLid || goodLid) && goodSmLid;
  }

  /** MTU and virtual lanes of a port with a link. */
  static boolean validLanes(PortInfo asked, PortInfo now) {
    boolean goodMtu =
        asked.neighborMtu() == now.neighborMtu()
            || (asked.neighborMtu() >= 1 && asked.neighborMtu() <= now.mtuCap());
    return goodMtu && asked.operationalVls() <= now.vlCap();
  }

  static boolean validWidthAndSpeed(PortInfo asked, PortInfo now) {
    return valid(asked.linkWidthEnabled(), now.linkWidthSupported(), ALL_WIDTHS)
        && valid(asked.linkSpeedEnabled(), now.linkSpeedSupported(), ALL_SPEEDS)
        && (asked.linkSpeedExtEnabled() == NO_EXTENDED_SPEED
            || valid(
                asked.linkSpeedExtEnabled(), now.linkSpeedExtSupported(), ALL_EXTENDED_SPEEDS));
  }

  private static boolean valid(int asked, int supported, int all) {
    return asked == 0 || asked == all || (asked & supported) != 0;
  }

  /**
   * The state machine (7.2.7) as far as an SM moves it: from Init to Armed, from Armed to Active,
   * and from anywhere to Down. The physical state can be written to Sleep, Polling or Disabled, and
   * not together with Armed or Active.
   */
  static boolean validState(PortInfo asked, PortInfo now) {
    boolean goodState =
        switch (asked.portState()) {
          case PortState.NO_CHANGE, PortState.DOWN -> true;
          case PortState.ARMED -> now.portState() == PortState.INIT;
          case PortState.ACTIVE -> now.portState() == PortState.ARMED;
          default -> false;
        };
    boolean goodPhysicalState =
        asked.portPhysicalState() == PortPhysicalState.NO_CHANGE
            || (asked.portPhysicalState() <= PortPhysicalState.DISABLED
                && asked.portState() <= PortState.DOWN);
    return goodState
        && goodPhysicalState
        && asked.linkDownDefaultState() <= PortPhysicalState.POLLING;
  }
}
