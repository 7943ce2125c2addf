package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.registration.AliasRequest;
import io.dateline.sm.registration.Register;

/**
 * GUIDInfoRecord (IBA Vol 1, 15.2.5.18): the GUIDs that an end port answers to, its own at index 0
 * of block 0, in all blocks that it has room for. A Set asks for alias GUIDs, a Delete gives them
 * back. Unlike with OpenSM a port does so for itself only, unless it is trusted: with an alias of
 * its own on another port, that port's packets would be its.
 */
final class GuidInfoRecords extends EndPortSource {
  GuidInfoRecords() {
    super(AttributeId.GUID_INFO_RECORD, GuidInfoRecord.LAYOUT, GuidInfoRecord.LID);
  }

  @Override
  public int methodStatus(int method) {
    return isChange(method) ? 0 : super.methodStatus(method);
  }

  private static boolean isChange(int method) {
    return method == Mad.SET || method == Mad.DELETE;
  }

  /** In the order in which OpenSM asks. */
  @Override
  public int check(SaQuery query) {
    if (!isChange(query.method())) {
      return 0;
    }
    if (!query.has(GuidInfoRecord.LID) || !query.has(GuidInfoRecord.BLOCK_NUM)) {
      return SaStatus.REQ_INSUFFICIENT_COMPONENTS;
    }
    int port = query.view().lids().port(query.value(GuidInfoRecord.LID));
    int block = query.value(GuidInfoRecord.BLOCK_NUM);
    if (port == Fabric.NONE
        || !query.maySee(port)
        || block * AliasBook.BLOCK >= capacity(query, port)) {
      return SaStatus.NO_RECORDS;
    }
    boolean namesOwn = (query.componentMask() & GuidInfoRecord.GUIDS.mask(0)) != 0;
    if (block == 0 && namesOwn) {
      return SaStatus.REQ_INVALID;
    }
    return port == query.requester() || query.isTrusted() ? 0 : SaStatus.REQ_DENIED;
  }

  private static int capacity(SaQuery query, int endPort) {
    byte[] info = query.view().attributes().portInfo()[endPort];
    return info == null ? 0 : PortInfo.of(info).guidCap();
  }

  @Override
  public AliasRequest wanted(SaQuery query) {
    GuidInfoRecord asked = GuidInfoRecord.of(query.data());
    int port = query.view().lids().port(asked.lid());
    GuidInfo held = new GuidInfo();
    copyHeld(query, port, asked.blockNum(), held);
    return new AliasRequest(
        query.method() == Mad.SET,
        query.componentMask(),
        asked,
        new AliasRequest.Port(query.fabric().portGuid(port), capacity(query, port), held),
        query.requesterGuid());
  }

  /** Whether the port that asks was found to hold a GUID, in a block that is its own affair. */
  static boolean isHeld(SaQuery query, long guid) {
    byte[] guids = query.view().attributes().guidInfo()[query.requester()];
    AliasBook aliases = query.registrations().aliases();
    for (int at = 0; guids != null && guid != 0 && at < guids.length; at += GuidInfo.BYTES) {
      int first = at / GuidInfo.BYTES * AliasBook.BLOCK;
      GuidInfo block = GuidInfo.in(guids, at);
      for (int i = 0; i < AliasBook.BLOCK; i++) {
        if (block.guidBlock(i) == guid
            && !aliases.hasBlock(new AliasGuid.Id(query.requesterGuid(), first))) {
          return true;
        }
      }
    }
    return false;
  }

  /** What the port was found to hold, if that block was read. */
  private static void copyHeld(SaQuery query, int endPort, int block, GuidInfo to) {
    byte[] guids = query.view().attributes().guidInfo()[endPort];
    int from = block * GuidInfo.BYTES;
    if (guids != null && guids.length >= from + GuidInfo.BYTES) {
      GuidInfo held = GuidInfo.in(guids, from);
      for (int i = 0; i < AliasBook.BLOCK; i++) {
        to.guidBlock(i, held.guidBlock(i));
      }
    }
  }

  /** It may have many for each port. */
  @Override
  public long looksAtAll(SubnetIndex index, Register register) {
    return Long.MAX_VALUE;
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    int blocks = Math.max(1, Math.ceilDiv(capacity(query, endPort), AliasBook.BLOCK));
    if (!query.has(GuidInfoRecord.BLOCK_NUM)) {
      for (int block = 0; block < blocks && !answer.isExceeded(); block++) {
        add(query, endPort, block, answer);
      }
    } else if (query.value(GuidInfoRecord.BLOCK_NUM) < blocks) {
      add(query, endPort, query.value(GuidInfoRecord.BLOCK_NUM), answer);
    }
  }

  /** What was granted goes before what the port was found to hold: it is being told. */
  private void add(SaQuery query, int endPort, int block, RecordTable answer) {
    int offset = begin(query, endPort, answer);
    GuidInfoRecord record = GuidInfoRecord.in(answer.bytes(), offset).blockNum(block);
    long own = query.fabric().portGuid(endPort);
    AliasBook aliases = query.registrations().aliases();
    AliasGuid.Id first = new AliasGuid.Id(own, block * AliasBook.BLOCK);
    if (aliases.hasBlock(first)) {
      long[] guids = aliases.guids(first);
      for (int i = 0; i < guids.length; i++) {
        record.guidInfo().guidBlock(i, guids[i]);
      }
    } else {
      copyHeld(query, endPort, block, record.guidInfo());
    }
    if (block == 0) {
      record.guidInfo().guidBlock(0, own);
    }
    keepIfMatching(query, answer, offset);
  }
}
