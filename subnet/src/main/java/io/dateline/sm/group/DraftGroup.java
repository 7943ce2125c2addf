package io.dateline.sm.group;

import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.persistence.event.MulticastGroup.Terms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** One group of a {@link GroupDraft}. */
final class DraftGroup {
  private static final Comparator<Member> BY_GUID =
      Comparator.comparing(Member::portGuid, Long::compareUnsigned);

  private final MulticastGroup before;
  private final List<Member> members;
  private int keepers; // members that keep it alive
  private boolean isWellKnown;

  DraftGroup(MulticastGroup before) {
    this.before = before;
    members = new ArrayList<>(before.members());
    isWellKnown = before.isWellKnown();
    for (Member member : members) {
      keepers += keeps(member.joinState());
    }
  }

  private static int keeps(int joinState) {
    return (joinState & MulticastGroup.KEEPING) != 0 ? 1 : 0;
  }

  int mlid() {
    return before.mlid();
  }

  Terms terms() {
    return before.terms();
  }

  boolean isWellKnown() {
    return isWellKnown;
  }

  void isWellKnown(boolean value) {
    isWellKnown = value;
  }

  boolean isAlive() {
    return keepers > 0;
  }

  List<Member> members() {
    return members;
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  /** The member with that port GUID, or null. */
  Member member(long portGuid) {
    return member(members, portGuid);
  }

  /** The one of some members, by port GUID ascending, with that port GUID; or null. */
  static Member member(List<Member> members, long portGuid) {
    int place = place(members, portGuid);
    return place < 0 ? null : members.get(place);
  }

  private int place(long portGuid) {
    return place(members, portGuid);
  }

  /** Where the port is, or {@code -1 - place} where it would be. */
  private static int place(List<Member> members, long portGuid) {
    return Collections.binarySearch(members, new Member(portGuid, 0, false), BY_GUID);
  }

  void join(Membership joining) {
    if (joining.joinState() == 0) {
      throw new IllegalStateException("joins as nothing: " + joining);
    }
    Member member = new Member(joining.portGuid(), joining.joinState(), joining.proxyJoin());
    int place = place(member.portGuid());
    if (place < 0) {
      members.add(-1 - place, member);
    } else {
      keepers -= keeps(members.set(place, member).joinState());
    }
    keepers += keeps(member.joinState());
  }

  void leave(Membership leaving) {
    int place = place(leaving.portGuid());
    if (place < 0) {
      throw new IllegalStateException("is not in the group: " + leaving);
    }
    Member member = members.get(place);
    int left = member.joinState() & ~leaving.joinState();
    keepers -= keeps(member.joinState()) - keeps(left);
    if (left == 0) {
      members.remove(place);
    } else {
      members.set(place, new Member(member.portGuid(), left, member.proxyJoin()));
    }
  }

  void clear() {
    members.clear();
    keepers = 0;
  }

  MulticastGroup toGroup() {
    return new MulticastGroup(
        before.mgidHigh(), before.mgidLow(), before.mlid(), before.terms(), isWellKnown, members);
  }
}
