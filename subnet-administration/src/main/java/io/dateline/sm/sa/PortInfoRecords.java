package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.sa.PortInfoRecord;

/**
 * PortInfoRecord (IBA Vol 1, 15.2.5.3): one a port, all ports of a switch included. M_Keys are
 * shown to trusted requesters only; to others they are 0, in comparisons as well, so that none can
 * find one by asking for it.
 */
final class PortInfoRecords extends EndPortSource {
  /** AttributeModifier: ports match that have all CapabilityMask bits asked for, and others. */
  static final int MATCH_CAPABILITIES = 1 << 31;

  private static final Field CAPABILITY_MASK =
      PortInfoRecord.LAYOUT.field("portInfo.capabilityMask");

  PortInfoRecords() {
    super(AttributeId.PORT_INFO_RECORD, PortInfoRecord.LAYOUT, PortInfoRecord.ENDPORT_LID);
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    int last = lastPort(query, endPort);
    for (int port = endPort; port <= last; port++) {
      byte[] portInfo = query.view().attributes().portInfo()[port];
      if (portInfo != null && hasCapabilities(query, portInfo)) {
        int offset = begin(query, endPort, answer);
        PortInfoRecord record =
            PortInfoRecord.in(answer.bytes(), offset)
                .portNum(query.fabric().portNumber(port))
                .portInfo(PortInfo.of(portInfo));
        if (!query.isTrusted()) {
          record.portInfo().mKey(0);
        }
        keepIfMatching(query, answer, offset, matchesBits(query) ? CAPABILITY_MASK.mask() : 0);
      }
    }
  }

  private static boolean matchesBits(SaQuery query) {
    return (query.attributeModifier() & MATCH_CAPABILITIES) != 0;
  }

  private static boolean hasCapabilities(SaQuery query, byte[] portInfo) {
    if (!matchesBits(query) || !query.has(CAPABILITY_MASK)) {
      return true;
    }
    int wanted = query.value(CAPABILITY_MASK);
    return (PortInfo.CAPABILITY_MASK.getInt(portInfo, 0) & wanted) == wanted;
  }
}
