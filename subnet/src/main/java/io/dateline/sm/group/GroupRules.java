package io.dateline.sm.group;

import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.persistence.event.MulticastGroup.Terms;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.change.ChangeAnswer.Done;
import io.dateline.sm.change.ChangeAnswer.OverQuota;
import io.dateline.sm.change.ChangeAnswer.Refused;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.group.GroupRequest.Port;
import java.util.function.Supplier;

/**
 * Which ports may join and leave which groups (IBA Vol 1, 15.2.5.17.2, o15-0.1.x and o15-0.2.x), in
 * the order in which OpenSM asks. A request that changes nothing, such as a join that is repeated,
 * is granted without a change.
 */
public final class GroupRules {
  private static final int P_KEY_BASE = 0x7FFF;

  private final Supplier<GroupSettings> settings;
  private final NewGroups newGroups;
  private final GroupQuota quota;

  /**
   * For a subnet in which no port has asked for another one yet.
   *
   * @param settings as of now
   */
  public GroupRules(Supplier<GroupSettings> settings) {
    this.settings = settings;
    newGroups = new NewGroups(settings);
    quota = new GroupQuota(() -> settings.get().portMax());
  }

  /** Decides on a request as things are after the changes so far, and adds its own. */
  public ChangeAnswer decide(GroupChanges changes, GroupRequest request) {
    long prefix = request.asked().portGid().prefix();
    if (prefix != Gid.DEFAULT_PREFIX && prefix != request.subnet().prefix()) {
      return new Refused(SaStatus.REQ_INVALID_GID);
    }
    return request.isJoin() ? join(changes, request) : leave(changes, request);
  }

  private ChangeAnswer join(GroupChanges changes, GroupRequest request) {
    McMemberRecord asked = request.asked();
    boolean namesNoPartition =
        request.has(McMemberRecord.P_KEY) && (asked.pKey() & P_KEY_BASE) == 0;
    if (request.port().isEmpty() || !request.sharesPartition() || namesNoPartition) {
      return new Refused(SaStatus.REQ_INVALID);
    }
    Port port = request.port().get();
    DraftGroup group = changes.draft().group(asked.mgid());
    if (group == null) {
      NewGroups.Outcome outcome = newGroups.decide(changes.draft(), request, port);
      if (outcome.status() != 0) {
        return new Refused(outcome.status());
      }
      if (quota.isReached(changes.draft(), request.requester())) {
        return new OverQuota(Quota.GROUPS);
      }
      changes.make(outcome.group());
      return enter(changes, request, GroupBook.mgid(outcome.group()));
    }
    if (!agrees(group.terms(), request) || !canTake(group.terms(), port)) {
      return new Refused(SaStatus.REQ_INVALID);
    }
    Member member = group.member(request.memberGuid());
    if (asked.joinState() == 0 || (member != null && !mayChange(member, group, request))) {
      return new Refused(SaStatus.REQ_INVALID);
    }
    if (member == null && quota.isReached(changes.draft(), request.requester())) {
      return new OverQuota(Quota.GROUPS);
    }
    return enter(changes, request, asked.mgid());
  }

  private boolean agrees(Terms terms, GroupRequest request) {
    return (!settings.get().validatesJoins() || Agreement.onIdentity(terms, request))
        && Agreement.onLimits(terms, request);
  }

  private static boolean canTake(Terms terms, Port port) {
    return terms.mtu() <= port.mtu()
        && !Agreement.isFaster(terms.rate(), port.rate())
        && port.holdsKey().test(terms.pKey());
  }

  private ChangeAnswer enter(GroupChanges changes, GroupRequest request, Gid mgid) {
    long portGuid = request.memberGuid();
    DraftGroup group = changes.draft().group(mgid);
    Member before = group.member(portGuid);
    boolean isProxy = before == null ? !request.isForItself() : before.proxyJoin();
    int states = request.asked().joinState() | (before == null ? 0 : before.joinState());
    if (before == null || before.joinState() != states) {
      changes.join(new Membership(mgid.prefix(), mgid.interfaceId(), portGuid, states, isProxy));
    }
    if (before == null && isProxy) {
      quota.spokeFor(request.requester().guid(), mgid, portGuid);
    }
    return done(request, mgid, group.mlid(), group.terms(), states, isProxy);
  }

  private static ChangeAnswer leave(GroupChanges changes, GroupRequest request) {
    McMemberRecord asked = request.asked();
    Gid mgid = asked.mgid();
    DraftGroup group = changes.draft().group(mgid);
    Member member = group == null ? null : group.member(request.memberGuid());
    int states = asked.joinState();
    if (member == null
        || states == 0
        || (states & ~member.joinState()) != 0
        || !mayChange(member, group, request)) {
      return new Refused(SaStatus.REQ_INVALID);
    }
    changes.leave(
        new Membership(
            mgid.prefix(), mgid.interfaceId(), member.portGuid(), states, member.proxyJoin()));
    // With the last member that keeps it the group ends, and with it the bits that were not named.
    Member left = changes.draft().member(mgid, member.portGuid());
    return done(
        request,
        mgid,
        group.mlid(),
        group.terms(),
        left == null ? 0 : left.joinState(),
        member.proxyJoin());
  }

  /**
   * o15-0.2.1: a port speaks for itself, or any port that is in the partition for one that is
   * proxied.
   */
  private static boolean mayChange(Member member, DraftGroup group, GroupRequest request) {
    return member.proxyJoin()
        ? request.requester().holdsKey().test(group.terms().pKey())
        : request.isForItself();
  }

  private static Done done(
      GroupRequest request, Gid mgid, int mlid, Terms terms, int joinState, boolean proxyJoin) {
    return new Done(
        record(new McMemberRecord(), mgid, mlid, terms)
            .portGid(request.asked().portGid()) // with the prefix that was asked with
            .joinState(joinState)
            .proxyJoin(proxyJoin));
  }

  /** Writes what a group is; not its members. */
  public static McMemberRecord record(McMemberRecord record, Gid mgid, int mlid, Terms terms) {
    return record
        .mgid(mgid)
        .mlid(mlid)
        .qKey(terms.qKey())
        .pKey(terms.pKey())
        .mtuSelector(Selector.EXACTLY)
        .mtu(terms.mtu())
        .rateSelector(Selector.EXACTLY)
        .rate(terms.rate())
        .packetLifeTimeSelector(Selector.EXACTLY)
        .packetLifeTime(terms.packetLife())
        .sl(terms.sl())
        .tClass(terms.trafficClass())
        .flowLabel(terms.flowLabel())
        .hopLimit(terms.hopLimit())
        .scope(terms.scope());
  }
}
