package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.PKeyTable;
import io.dateline.mad.sa.PKeyTableRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sm.registration.Register;

/**
 * P_KeyTableRecord (IBA Vol 1, 15.2.5.11): one for 32 entries of a port's table. For trusted
 * requesters only (IBA Vol 1, 15.4.1.2).
 */
final class PKeyTableRecords extends EndPortSource {
  private static final int BLOCK_ENTRIES = PKeyTable.P_KEY_BLOCK.count();

  PKeyTableRecords() {
    super(AttributeId.P_KEY_TABLE_RECORD, PKeyTableRecord.LAYOUT, PKeyTableRecord.LID);
  }

  @Override
  public int check(SaQuery query) {
    return query.isTrusted() ? 0 : SaStatus.REQ_INVALID;
  }

  /** It may have many for each port. */
  @Override
  public long looksAtAll(SubnetIndex index, Register register) {
    return Long.MAX_VALUE;
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    Ports ports = ports(query, endPort, PKeyTableRecord.PORT_NUM);
    for (int port = ports.first(); port <= ports.last(); port++) {
      short[] keys = query.view().attributes().pKeys()[port];
      int length = keys == null ? 0 : keys.length;
      for (int from = 0; from < length; from += BLOCK_ENTRIES) {
        int offset = begin(query, endPort, answer);
        PKeyTableRecord record =
            PKeyTableRecord.in(answer.bytes(), offset)
                .blockNum(from / BLOCK_ENTRIES)
                .portNum(query.fabric().portNumber(port));
        PKeyTable block = record.pKeyTable();
        for (int index = from; index < Math.min(from + BLOCK_ENTRIES, length); index++) {
          block.pKeyBlock(index - from, keys[index] & 0xFFFF);
        }
        keepIfMatching(query, answer, offset);
      }
    }
  }
}
