package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.sa.SwitchInfoRecord;
import io.dateline.sm.multicast.MulticastSubnet;

/**
 * SwitchInfoRecord (IBA Vol 1, 15.2.5.5): one a switch. The tops of its tables are what it was
 * told, for it may have been told them after the sweep that read its SwitchInfo.
 */
final class SwitchInfoRecords extends EndPortSource {
  private final boolean hasMulticast;

  /**
   * @param hasMulticast whether switches are told multicast tables
   */
  SwitchInfoRecords(boolean hasMulticast) {
    super(AttributeId.SWITCH_INFO_RECORD, SwitchInfoRecord.LAYOUT, SwitchInfoRecord.LID);
    this.hasMulticast = hasMulticast;
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    Fabric fabric = query.fabric();
    int node = fabric.nodeOf(endPort);
    byte[] seen = fabric.isSwitch(node) ? query.view().attributes().switchInfo()[node] : null;
    if (seen == null) {
      return;
    }
    int offset = begin(query, endPort, answer);
    SwitchInfo info =
        SwitchInfoRecord.in(answer.bytes(), offset)
            .switchInfo(SwitchInfo.of(seen))
            .switchInfo()
            .linearFdbTop(query.view().routing().tables().maxLid());
    if (hasMulticast && readsMulticastTop(query, endPort)) {
      info.multicastFdbTop(
          MulticastSubnet.top(
              query.view().multicast().apply(fabric.nodeGuid(node)), info.multicastFdbCap()));
    }
    keepIfMatching(query, answer, offset);
  }

  private static boolean readsMulticastTop(SaQuery query, int port0) {
    byte[] info = query.view().attributes().portInfo()[port0];
    return info != null
        && (PortInfo.of(info).capabilityMask() & CapabilityMask.IS_MULTICAST_FDB_TOP_SUPPORTED)
            != 0;
  }
}
