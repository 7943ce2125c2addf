package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.sa.GuidInfoRecord;

/**
 * GUIDInfoRecord (IBA Vol 1, 15.2.5.18), block 0: the GUIDs an end port answers to, its own at
 * index 0.
 */
final class GuidInfoRecords extends EndPortSource {
  GuidInfoRecords() {
    super(AttributeId.GUID_INFO_RECORD, GuidInfoRecord.LAYOUT, GuidInfoRecord.LID);
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    int offset = begin(query, endPort, answer);
    GuidInfoRecord record = GuidInfoRecord.in(answer.bytes(), offset);
    byte[] guids = query.view().attributes().guidInfo()[endPort];
    if (guids != null) {
      record.guidInfo(GuidInfo.of(guids));
    }
    record.guidInfo().guidBlock(0, query.fabric().portGuid(endPort));
    keepIfMatching(query, answer, offset);
  }
}
