package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.sa.SwitchInfoRecord;

/** SwitchInfoRecord (IBA Vol 1, 15.2.5.5): one a switch. */
final class SwitchInfoRecords extends EndPortSource {
  SwitchInfoRecords() {
    super(AttributeId.SWITCH_INFO_RECORD, SwitchInfoRecord.LAYOUT, SwitchInfoRecord.LID);
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    Fabric fabric = query.fabric();
    int node = fabric.nodeOf(endPort);
    if (fabric.isSwitch(node)) {
      int offset = begin(query, endPort, answer);
      SwitchInfoRecord.in(answer.bytes(), offset)
          .switchInfo(SwitchInfo.of(query.view().attributes().switchInfo()[node]));
      keepIfMatching(query, answer, offset);
    }
  }
}
