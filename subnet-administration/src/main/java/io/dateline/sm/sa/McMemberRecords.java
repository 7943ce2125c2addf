package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.Mtu;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.sm.group.Agreement;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.group.GroupRequest;
import io.dateline.sm.group.GroupRules;
import io.dateline.sm.registration.Register;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * MCMemberRecord (IBA Vol 1, 15.2.5.17): multicast groups, and, to trusted requesters, their
 * members. A group is shown to ports of its partition only. A Set joins, a Delete leaves.
 */
final class McMemberRecords implements RecordSource {
  /** Compared with {@link Agreement}, for selectors and partitions are more than their bits. */
  private static final long COMPARED =
      McMemberRecord.P_KEY.mask()
          | McMemberRecord.MTU_SELECTOR.mask()
          | McMemberRecord.MTU.mask()
          | McMemberRecord.RATE_SELECTOR.mask()
          | McMemberRecord.RATE.mask()
          | McMemberRecord.PACKET_LIFE_TIME_SELECTOR.mask()
          | McMemberRecord.PACKET_LIFE_TIME.mask()
          | McMemberRecord.PORT_GID.mask();

  private static final long OF_MEMBERS =
      McMemberRecord.JOIN_STATE.mask() | McMemberRecord.PROXY_JOIN.mask();

  private final boolean hasGroups;

  McMemberRecords(boolean hasGroups) {
    this.hasGroups = hasGroups;
  }

  @Override
  public int attributeId() {
    return AttributeId.MC_MEMBER_RECORD;
  }

  @Override
  public int recordBytes() {
    return McMemberRecord.BYTES;
  }

  @Override
  public int methodStatus(int method) {
    return isChange(method) && hasGroups ? 0 : RecordSource.super.methodStatus(method);
  }

  private static boolean isChange(int method) {
    return method == Mad.SET || method == Mad.DELETE;
  }

  @Override
  public boolean namesItsEnds(long componentMask) {
    return (componentMask & McMemberRecord.MGID.mask()) != 0;
  }

  /** A trusted port is shown each member, another one the group. */
  @Override
  public long looks(SaRequest request, SubnetIndex index, Register register) {
    if (request.smKey() == 0 || request.has(McMemberRecord.PORT_GID)) {
      return 1;
    }
    MulticastGroup group = register.groups().group(request.gid(McMemberRecord.MGID));
    return group == null ? 0 : group.members().size();
  }

  @Override
  public long looksAtAll(SubnetIndex index, Register register) {
    return register.groups().groups().size() + (long) register.groups().memberCount();
  }

  @Override
  public int check(SaQuery query) {
    if (isChange(query.method())
        && !(query.has(McMemberRecord.MGID)
            && query.has(McMemberRecord.PORT_GID)
            && query.has(McMemberRecord.JOIN_STATE))) {
      return SaStatus.REQ_INSUFFICIENT_COMPONENTS;
    }
    boolean mtuCounts = query.has(McMemberRecord.MTU_SELECTOR) && query.has(McMemberRecord.MTU);
    boolean rateCounts = query.has(McMemberRecord.RATE_SELECTOR) && query.has(McMemberRecord.RATE);
    return (mtuCounts && !Mtu.isValid(query.value(McMemberRecord.MTU)))
            || (rateCounts && !LinkRate.isValid(query.value(McMemberRecord.RATE)))
        ? SaStatus.REQ_INVALID
        : 0;
  }

  @Override
  public GroupRequest wanted(SaQuery query) {
    McMemberRecord asked = McMemberRecord.of(query.data());
    int port = query.endPort(asked.portGid().interfaceId());
    return new GroupRequest(
        query.method() == Mad.SET,
        query.componentMask(),
        asked,
        port == Fabric.NONE ? Optional.empty() : Optional.of(port(query, port)),
        port(query, query.requester()),
        port == query.requester()
            || (port != Fabric.NONE && query.keysOf(port).shares(query.keysOf(query.requester()))),
        new GroupRequest.Subnet(
            query.view().subnetPrefix(),
            query.index().mlidMax(),
            query.view().subnetTimeoutCode(),
            query.view().routing().multicast().map(tree -> tree.serviceLevels())));
  }

  private static GroupRequest.Port port(SaQuery query, int port) {
    PathChannels channels = query.index().channels();
    return new GroupRequest.Port(
        query.fabric().portGuid(port),
        channels.mtu(port),
        PathChannels.rateCode(rateRank(query.fabric(), channels, port)),
        query.keysOf(port)::holds,
        query.registrations().aliases().aliases(query.fabric().portGuid(port)).stream()
            .map(AliasGuid::guid)
            .toList());
  }

  /** Port 0 is inside its switch, and as fast as that switch's fastest link. */
  private static int rateRank(Fabric fabric, PathChannels channels, int port) {
    int node = fabric.nodeOf(port);
    int last = fabric.isSwitch(node) ? port + fabric.externalPortCount(node) : port;
    int fastest = channels.rateRank(port);
    for (int external = port; external <= last; external++) {
      if (fabric.peer(external) != Fabric.NONE) {
        fastest = Math.max(fastest, channels.rateRank(external));
      }
    }
    return fastest;
  }

  @Override
  public void collect(SaQuery query, RecordTable answer) {
    for (MulticastGroup group : candidates(query)) {
      if (answer.isExceeded()) {
        return;
      }
      if (query.keysOf(query.requester()).holds(group.terms().pKey())
          && Agreement.onIdentity(group.terms(), query)
          && Agreement.onLimits(group.terms(), query)) {
        add(query, group, answer);
      }
    }
  }

  private static Collection<MulticastGroup> candidates(SaQuery query) {
    if (!query.has(McMemberRecord.MGID)) {
      return query.groups().groups();
    }
    MulticastGroup group = query.groups().group(query.gid(McMemberRecord.MGID));
    return group == null ? List.of() : List.of(group);
  }

  private static void add(SaQuery query, MulticastGroup group, RecordTable answer) {
    boolean isOfPort = query.has(McMemberRecord.PORT_GID);
    long guid = query.half(McMemberRecord.PORT_GID, 8);
    if (!query.isTrusted()) {
      if (!isOfPort || (GroupBook.member(group, guid) != null && maySee(query, guid))) {
        int offset = begin(group, answer);
        keepIf(query, answer, offset, COMPARED | OF_MEMBERS);
      }
      return;
    }
    for (Member member : isOfPort ? member(group, guid) : group.members()) {
      if (answer.isExceeded()) {
        return;
      }
      int offset = begin(group, answer);
      McMemberRecord.in(answer.bytes(), offset)
          .portGid(new Gid(query.view().subnetPrefix(), member.portGuid()))
          .joinState(member.joinState())
          .proxyJoin(member.proxyJoin());
      keepIf(query, answer, offset, COMPARED);
    }
  }

  /** A port that is away is in no partition: what is left of it is shown. */
  private static boolean maySee(SaQuery query, long memberGuid) {
    int port = query.endPort(memberGuid);
    return port == Fabric.NONE || query.maySee(port);
  }

  /** That member alone, if it is one. */
  private static List<Member> member(MulticastGroup group, long guid) {
    Member member = GroupBook.member(group, guid);
    return member == null ? List.of() : List.of(member);
  }

  private static int begin(MulticastGroup group, RecordTable answer) {
    int offset = answer.next();
    GroupRules.record(
        McMemberRecord.in(answer.bytes(), offset),
        GroupBook.mgid(group),
        group.mlid(),
        group.terms());
    return offset;
  }

  private static void keepIf(SaQuery query, RecordTable answer, int offset, long except) {
    if (query.matches(McMemberRecord.LAYOUT, answer.bytes(), offset, except)) {
      answer.keep();
    }
  }
}
