package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.VlArbitrationTable;
import io.dateline.mad.sa.VlArbitrationTableRecord;

/**
 * VLArbitrationTableRecord (IBA Vol 1, 15.2.5.9): one for each half of a port's low (blocks 1, 2)
 * and high priority table (3, 4) that it has.
 */
final class VlArbitrationTableRecords extends EndPortSource {
  private static final int BLOCKS = 4;
  private static final int BLOCK_ENTRIES = VlArbitrationTable.VL.count();

  VlArbitrationTableRecords() {
    super(
        AttributeId.VL_ARBITRATION_TABLE_RECORD,
        VlArbitrationTableRecord.LAYOUT,
        VlArbitrationTableRecord.LID);
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    Ports ports = ports(query, endPort, VlArbitrationTableRecord.OUTPUT_PORT_NUM);
    for (int port = ports.first(); port <= ports.last(); port++) {
      byte[] blocks = query.view().attributes().vlArbitration()[port];
      byte[] portInfo = query.view().attributes().portInfo()[port];
      for (int block = 1; block <= BLOCKS; block++) {
        if (blocks != null && portInfo != null && hasBlock(PortInfo.of(portInfo), block)) {
          int offset = begin(query, endPort, answer);
          VlArbitrationTableRecord.in(answer.bytes(), offset)
              .outputPortNum(query.fabric().portNumber(port))
              .blockNum(block)
              .vlArbitrationTable(
                  VlArbitrationTable.in(blocks, (block - 1) * VlArbitrationTable.BYTES));
          keepIfMatching(query, answer, offset);
        }
      }
    }
  }

  private static boolean hasBlock(PortInfo port, int block) {
    int entries = block <= 2 ? port.vlArbitrationLowCap() : port.vlArbitrationHighCap();
    boolean isUpperHalf = (block & 1) == 0;
    return entries > (isUpperHalf ? BLOCK_ENTRIES : 0);
  }
}
