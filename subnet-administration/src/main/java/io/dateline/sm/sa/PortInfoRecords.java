package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.LinkSpeeds;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.sa.PortInfoRecord;

/**
 * PortInfoRecord (IBA Vol 1, 15.2.5.3): one a port, all ports of a switch included. M_Keys are
 * shown to trusted requesters only; to others they are 0, in comparisons as well, so that none can
 * find one by asking for it.
 */
final class PortInfoRecords extends EndPortSource {
  /**
   * AttributeModifier: ports match that have all bits asked for of CapabilityMask and
   * CapabilityMask2, and others.
   */
  static final int MATCH_CAPABILITIES = 1 << 31;

  /** Options: the requester knows extended speeds. */
  static final int FULL_PORT_INFO = 1 << 7;

  private static final Field CAPABILITY_MASK =
      PortInfoRecord.LAYOUT.field("portInfo.capabilityMask");
  private static final Field CAPABILITY_MASK2 =
      PortInfoRecord.LAYOUT.field("portInfo.capabilityMask2");
  private static final long CAPABILITIES = CAPABILITY_MASK.mask() | CAPABILITY_MASK2.mask();

  PortInfoRecords() {
    super(AttributeId.PORT_INFO_RECORD, PortInfoRecord.LAYOUT, PortInfoRecord.ENDPORT_LID);
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    Ports ports = ports(query, endPort, PortInfoRecord.PORT_NUM);
    for (int port = ports.first(); port <= ports.last(); port++) {
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
        long compared = PortInfoRecord.OPTIONS.mask() | (matchesBits(query) ? CAPABILITIES : 0);
        keepIfMatching(query, answer, offset, compared);
        applyOptions(query, record);
      }
    }
  }

  /**
   * Options are no property of a port: they say how its record is to be told, and are repeated.
   * Those that do not know extended speeds see such a link as one of QDR.
   */
  private static void applyOptions(SaQuery query, PortInfoRecord record) {
    int options = query.has(PortInfoRecord.OPTIONS) ? query.value(PortInfoRecord.OPTIONS) : 0;
    record.options(options);
    if ((options & FULL_PORT_INFO) == 0) {
      LinkSpeeds.foldExtended(record.portInfo());
    }
  }

  private static boolean matchesBits(SaQuery query) {
    return (query.attributeModifier() & MATCH_CAPABILITIES) != 0;
  }

  private static boolean hasCapabilities(SaQuery query, byte[] portInfo) {
    return !matchesBits(query)
        || (hasBits(query, CAPABILITY_MASK, PortInfo.CAPABILITY_MASK.getInt(portInfo, 0))
            && hasBits(query, CAPABILITY_MASK2, PortInfo.CAPABILITY_MASK2.getInt(portInfo, 0)));
  }

  private static boolean hasBits(SaQuery query, Field mask, int bits) {
    return !query.has(mask) || (bits & query.value(mask)) == query.value(mask);
  }
}
