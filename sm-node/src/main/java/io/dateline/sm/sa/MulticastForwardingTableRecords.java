package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.sa.MulticastForwardingTableRecord;

/**
 * MulticastForwardingTableRecord (IBA Vol 1, 15.2.5.8). A subnet without multicast groups has no
 * block with an entry, and only those have records.
 */
final class MulticastForwardingTableRecords extends EndPortSource {
  MulticastForwardingTableRecords() {
    super(
        AttributeId.MULTICAST_FORWARDING_TABLE_RECORD,
        MulticastForwardingTableRecord.LAYOUT,
        MulticastForwardingTableRecord.LID);
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {}
}
