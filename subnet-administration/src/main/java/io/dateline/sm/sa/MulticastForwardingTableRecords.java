package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastRow;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.MulticastForwardingTable;
import io.dateline.mad.sa.MulticastForwardingTableRecord;
import io.dateline.sm.registration.Register;

/**
 * MulticastForwardingTableRecord (IBA Vol 1, 15.2.5.8): one for 32 multicast LIDs and 16 ports of a
 * switch, as it has acknowledged them. Blocks without an entry have no records.
 */
final class MulticastForwardingTableRecords extends EndPortSource {
  MulticastForwardingTableRecords() {
    super(
        AttributeId.MULTICAST_FORWARDING_TABLE_RECORD,
        MulticastForwardingTableRecord.LAYOUT,
        MulticastForwardingTableRecord.LID);
  }

  /** A large switch has thousands of blocks, counted by position. */
  @Override
  public boolean namesItsEnds(long componentMask) {
    return super.namesItsEnds(componentMask)
        && (componentMask & MulticastForwardingTableRecord.BLOCK_NUM.mask()) != 0;
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
    MulticastRow row = query.view().multicast().apply(fabric.nodeGuid(node));
    for (int number : row.numbers()) {
      if (query.has(MulticastForwardingTableRecord.BLOCK_NUM)
          && query.value(MulticastForwardingTableRecord.BLOCK_NUM)
              != number / MulticastRow.POSITIONS) {
        continue;
      }
      int offset = begin(query, endPort, answer);
      MulticastForwardingTableRecord.in(answer.bytes(), offset)
          .position(number % MulticastRow.POSITIONS)
          .blockNum(number / MulticastRow.POSITIONS)
          .multicastForwardingTable(MulticastForwardingTable.of(row.block(number)));
      keepIfMatching(query, answer, offset);
    }
  }
}
