package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.SubscriptionRequest;

/**
 * InformInfo (IBA Vol 1, 13.4.11 and 15.4): a Set subscribes to notices, or ends a subscription.
 * The notices of a port are for ports that share a partition with it, and those of traps 256 to
 * 259, which are about keys, for trusted ones.
 */
final class InformInfos implements RecordSource {
  @Override
  public int attributeId() {
    return AttributeId.INFORM_INFO;
  }

  @Override
  public int recordBytes() {
    return InformInfo.BYTES;
  }

  @Override
  public int methodStatus(int method) {
    return method == Mad.SET ? 0 : Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE;
  }

  @Override
  public boolean namesItsEnds(long componentMask) {
    return true;
  }

  /** At each LID of a range. */
  @Override
  public long looks(SaRequest request, SubnetIndex index, Register register) {
    InformInfo asked = InformInfo.of(Sa.data(request.mad()));
    boolean isRange = asked.gid().equals(Gid.ZERO) && asked.lidRangeBegin() != Lid.PERMISSIVE;
    return isRange ? asked.lidRangeEnd() - (long) asked.lidRangeBegin() : 1;
  }

  @Override
  public int check(SaQuery query) {
    InformInfo asked = InformInfo.of(query.data());
    boolean isMeant = asked.subscribe() <= 1 && asked.isGeneric() <= 1;
    boolean isBegin = asked.subscribe() != 0; // a subscription that has become wrong may be ended
    return isMeant && !(isBegin && !mayHear(query, asked)) ? 0 : SaStatus.REQ_INVALID;
  }

  private static boolean mayHear(SaQuery query, InformInfo asked) {
    if (TrustRules.isOfKeys(query) && !query.isTrusted()) {
      return false;
    }
    if (!asked.gid().equals(Gid.ZERO)) {
      int source = query.endPort(asked.gid().interfaceId());
      return source != Fabric.NONE && query.maySee(source);
    }
    return asked.lidRangeBegin() == Lid.PERMISSIVE
        || mayHearRange(query, asked.lidRangeBegin(), asked.lidRangeEnd());
  }

  /**
   * Of a range with a port at all, or of none: what names no source is granted, as with OpenSM, and
   * nothing is reported of it. A range without an end is its first LID.
   */
  private static boolean mayHearRange(SaQuery query, int begin, int end) {
    int last = end == Lid.NONE ? begin : end;
    boolean hasPort = last == Lid.NONE;
    for (int lid = begin; lid <= Math.min(last, Lid.UNICAST_MAX); lid++) {
      int source = query.view().lids().port(lid);
      if (source != Fabric.NONE && !query.maySee(source)) {
        return false;
      }
      hasPort |= source != Fabric.NONE;
    }
    return hasPort;
  }

  @Override
  public SubscriptionRequest wanted(SaQuery query) {
    InformInfo asked = InformInfo.of(query.data());
    Gid gid = asked.gid();
    int source = gid.equals(Gid.ZERO) ? Fabric.NONE : query.endPort(gid.interfaceId());
    if (source != Fabric.NONE) {
      // Notices name ports by their own GUIDs, and a subscription outlasts the alias.
      asked.gid(new Gid(gid.prefix(), query.fabric().portGuid(source)));
    }
    return new SubscriptionRequest(
        asked, query.requesterGuid(), query.queuePair(), query.isTrusted());
  }

  @Override
  public void collect(SaQuery query, RecordTable answer) {
    throw new IllegalStateException("no such method: " + query.method());
  }
}
