package io.dateline.sm.link;

import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SwitchInfo;

/**
 * Which packets a switch port drops for their P_Key (IBA Vol 1, 14.2.5.6): {@code part_enforce}.
 */
public enum Enforcement {
  BOTH(true, true),
  IN(true, false),
  OUT(false, true),
  OFF(false, false);

  private final boolean isInbound;
  private final boolean isOutbound;

  Enforcement(boolean isInbound, boolean isOutbound) {
    this.isInbound = isInbound;
    this.isOutbound = isOutbound;
  }

  /** Puts it into a port's PortInfo, as far as its switch can do it. */
  public void applyTo(PortInfo port, SwitchInfo can) {
    port.partitionEnforcementInbound(isInbound && can.inboundEnforcementCap())
        .partitionEnforcementOutbound(isOutbound && can.outboundEnforcementCap());
  }
}
