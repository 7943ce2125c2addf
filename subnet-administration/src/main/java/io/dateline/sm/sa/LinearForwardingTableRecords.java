package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.LinearForwardingTable;
import io.dateline.mad.sa.LinearForwardingTableRecord;
import io.dateline.sm.registration.Register;

/** LinearForwardingTableRecord (IBA Vol 1, 15.2.5.6): one for 64 LIDs of a switch. */
final class LinearForwardingTableRecords extends EndPortSource {
  LinearForwardingTableRecords() {
    super(
        AttributeId.LINEAR_FORWARDING_TABLE_RECORD,
        LinearForwardingTableRecord.LAYOUT,
        LinearForwardingTableRecord.LID);
  }

  /** It may have many for each port. */
  @Override
  public long looksAtAll(SubnetIndex index, Register register) {
    return Long.MAX_VALUE;
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    Fabric fabric = query.fabric();
    int node = fabric.nodeOf(endPort);
    if (!fabric.isSwitch(node)) {
      return;
    }
    ForwardingTables tables = query.view().routing().tables();
    byte[] row = tables.row(node);
    int first = 0;
    int last = tables.blockCount() - 1;
    if (query.has(LinearForwardingTableRecord.BLOCK_NUM)) {
      first = query.value(LinearForwardingTableRecord.BLOCK_NUM);
      last = Math.min(first, last);
    }
    for (int block = first; block <= last; block++) {
      int offset = begin(query, endPort, answer);
      LinearForwardingTableRecord.in(answer.bytes(), offset)
          .blockNum(block)
          .linearForwardingTable(
              LinearForwardingTable.in(row, block * ForwardingTables.BLOCK_ENTRIES));
      keepIfMatching(query, answer, offset);
    }
  }
}
