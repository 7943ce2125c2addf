package io.dateline.sm.group;

import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.persistence.event.SubnetEvent.MulticastLeft;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What has changed between two states of all groups, whatever happened in between, as three events
 * at most:
 *
 * <pre>
 *   joins of groups that were there   before any port leaves, so that no group ends that does not
 *   leaves                            those that keep a group alive last
 *   new groups, and joins of these    after others have given up their MGID and MLID
 * </pre>
 */
final class NetChanges {
  private final List<Membership> joined = new ArrayList<>();
  private final List<Membership> left = new ArrayList<>();
  private final List<Membership> leftLast = new ArrayList<>();
  private final List<MulticastGroup> made = new ArrayList<>();
  private final List<Membership> joinedNew = new ArrayList<>();

  private NetChanges() {}

  /** Events that make the one of the other; none where both are the same. */
  static List<SubnetEvent> between(GroupBook from, GroupBook to, String reason, long atMs) {
    NetChanges changes = new NetChanges();
    for (MulticastGroup group : from.groups()) {
      MulticastGroup now = to.group(GroupBook.mgid(group));
      if (now == null || !isSame(group, now)) {
        changes.leaves(group, List.of());
      } else if (!now.members().equals(group.members())) {
        changes.stays(group, now);
      }
    }
    for (Map.Entry<Gid, MulticastGroup> entry : to.byGid().entrySet()) {
      MulticastGroup group = entry.getValue();
      MulticastGroup before = from.group(entry.getKey());
      if (before == null || !isSame(before, group)) {
        changes.made.add(
            new MulticastGroup(
                group.mgidHigh(),
                group.mgidLow(),
                group.mlid(),
                group.terms(),
                group.isWellKnown(),
                List.of()));
        changes.joins(List.of(), group, changes.joinedNew);
      }
    }
    return changes.events(reason, atMs);
  }

  private static boolean isSame(MulticastGroup group, MulticastGroup other) {
    return group.mlid() == other.mlid()
        && group.terms().equals(other.terms())
        && group.isWellKnown() == other.isWellKnown();
  }

  /**
   * A group without a member that keeps it is one that stays all the same. The leave of the last
   * such member takes every other member out, and so does any leave from there on.
   */
  private void stays(MulticastGroup group, MulticastGroup now) {
    if (isKept(now)) {
      joins(group.members(), now, joined);
      leaves(group, now.members());
      return;
    }
    int before = left.size() + leftLast.size();
    leaves(group, now.members());
    int leaves = left.size() + leftLast.size() - before;
    if (leaves > 1 && !isKept(group)) {
      left.subList(left.size() - leaves + 1, left.size()).clear();
    }
    if (leaves > 0) {
      joins(List.of(), now, joinedNew);
    } else {
      joins(group.members(), now, joined);
    }
  }

  private static boolean isKept(MulticastGroup group) {
    return group.members().stream()
        .anyMatch(member -> (member.joinState() & MulticastGroup.KEEPING) != 0);
  }

  private void leaves(MulticastGroup group, List<Member> stay) {
    for (Member member : group.members()) {
      Member now = DraftGroup.member(stay, member.portGuid());
      int lost = now == null ? member.joinState() : member.joinState() & ~now.joinState();
      if (lost != 0) {
        boolean keeps = (member.joinState() & MulticastGroup.KEEPING) != 0;
        (keeps ? leftLast : left)
            .add(
                new Membership(
                    group.mgidHigh(),
                    group.mgidLow(),
                    member.portGuid(),
                    lost,
                    member.proxyJoin()));
      }
    }
  }

  private void joins(List<Member> before, MulticastGroup group, List<Membership> to) {
    for (Member member : group.members()) {
      Member was = DraftGroup.member(before, member.portGuid());
      int states = member.joinState() | (was == null ? 0 : was.joinState());
      boolean isNew =
          was == null || states != was.joinState() || member.proxyJoin() != was.proxyJoin();
      if (isNew) {
        to.add(
            new Membership(
                group.mgidHigh(), group.mgidLow(), member.portGuid(), states, member.proxyJoin()));
      }
    }
  }

  private List<SubnetEvent> events(String reason, long atMs) {
    List<SubnetEvent> events = new ArrayList<>();
    left.addAll(leftLast);
    if (!joined.isEmpty()) {
      events.add(new MulticastJoined(List.of(), joined, reason, atMs));
    }
    if (!left.isEmpty()) {
      events.add(new MulticastLeft(left, reason, atMs));
    }
    if (!made.isEmpty() || !joinedNew.isEmpty()) {
      events.add(new MulticastJoined(made, joinedNew, reason, atMs));
    }
    return List.copyOf(events);
  }
}
