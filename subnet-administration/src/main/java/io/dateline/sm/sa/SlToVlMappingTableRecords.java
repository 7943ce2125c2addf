package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.SlToVlMappingTable;
import io.dateline.mad.sa.SlToVlMappingTableRecord;
import io.dateline.sm.lane.LanePlanner;
import io.dateline.sm.registration.Register;

/**
 * SLtoVLMappingTableRecord (IBA Vol 1, 15.2.5.4): of a switch one for each pair of input and output
 * port, of other ports one. None of inputs that are down, for what they hold is not known.
 */
final class SlToVlMappingTableRecords extends EndPortSource {
  SlToVlMappingTableRecords() {
    super(
        AttributeId.SL_TO_VL_MAPPING_TABLE_RECORD,
        SlToVlMappingTableRecord.LAYOUT,
        SlToVlMappingTableRecord.LID);
  }

  /** A switch has as many maps as pairs of ports. */
  @Override
  public boolean namesItsEnds(long componentMask) {
    return super.namesItsEnds(componentMask)
        && (componentMask & SlToVlMappingTableRecord.OUTPUT_PORT_NUM.mask()) != 0;
  }

  /** It may have many for each port. */
  @Override
  public long looksAtAll(SubnetIndex index, Register register) {
    return Long.MAX_VALUE;
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    Ports outputs = ports(query, endPort, SlToVlMappingTableRecord.OUTPUT_PORT_NUM);
    for (int output = outputs.first(); output <= outputs.last(); output++) {
      byte[] rows = query.view().attributes().slToVl()[output];
      int inputs = rows == null ? 0 : rows.length / SlToVlMappingTable.BYTES;
      for (int input = 0; input < inputs; input++) {
        if (LanePlanner.isUntold(rows, input)) {
          continue;
        }
        int offset = begin(query, endPort, answer);
        SlToVlMappingTableRecord.in(answer.bytes(), offset)
            .inputPortNum(input)
            .outputPortNum(query.fabric().portNumber(output))
            .slToVlMappingTable(SlToVlMappingTable.in(rows, input * SlToVlMappingTable.BYTES));
        keepIfMatching(query, answer, offset);
      }
    }
  }
}
