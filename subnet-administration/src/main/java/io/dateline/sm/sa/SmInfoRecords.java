package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.sa.SmInfoRecord;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;

/** SMInfoRecord (IBA Vol 1, 15.2.5.10): one a subnet manager; SM_Keys are never shown. */
final class SmInfoRecords extends EndPortSource {
  SmInfoRecords() {
    super(AttributeId.SM_INFO_RECORD, SmInfoRecord.LAYOUT, SmInfoRecord.LID);
  }

  @Override
  public boolean namesItsEnds(long componentMask) {
    return true;
  }

  /**
   * Managers in the order of the view, the master first; by LID, only that of the port asked for.
   */
  @Override
  int[] candidates(SaQuery query) {
    int[] managers = query.view().managers().stream().mapToInt(ManagerInfo::port).toArray();
    if (!query.has(SmInfoRecord.LID)) {
      return managers;
    }
    int asked = query.view().lids().port(query.value(SmInfoRecord.LID));
    for (int port : managers) {
      if (port == asked) {
        return new int[] {port};
      }
    }
    return new int[0];
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    for (ManagerInfo manager : query.view().managers()) {
      if (manager.port() == endPort) {
        int offset = begin(query, endPort, answer);
        SmInfoRecord.in(answer.bytes(), offset)
            .smInfo(SmInfo.of(manager.smInfo()))
            .smInfo()
            .smKey(0);
        keepIfMatching(query, answer, offset);
      }
    }
  }
}
