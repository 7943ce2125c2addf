package io.dateline.persistence.stored;

import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.persistence.event.MulticastGroup.Terms;
import java.util.ArrayList;
import java.util.List;

/**
 * Multicast groups and members as arrays. What is in them is part of the format.
 *
 * <pre>
 * ids      of a group: MGID, two longs; of a member: MGID and PortGUID, three longs
 * numbers  of a group: MLID, Q_Key, P_Key, MTU, rate, packet life, SL, TClass, FlowLabel, HopLimit,
 *          scope, 1 if it is well known
 * states   of a member: JoinState, and 0x10 for ProxyJoin
 * </pre>
 */
final class StoredGroups {
  private static final int NUMBERS = 12;
  private static final int PROXY_JOIN = 0x10;

  private StoredGroups() {}

  static long[] ids(List<MulticastGroup> groups) {
    long[] ids = new long[2 * groups.size()];
    for (int i = 0; i < groups.size(); i++) {
      ids[2 * i] = groups.get(i).mgidHigh();
      ids[2 * i + 1] = groups.get(i).mgidLow();
    }
    return ids;
  }

  static int[] numbers(List<MulticastGroup> groups) {
    int[] numbers = new int[NUMBERS * groups.size()];
    int at = 0;
    for (MulticastGroup group : groups) {
      Terms terms = group.terms();
      numbers[at++] = group.mlid();
      numbers[at++] = terms.qKey();
      numbers[at++] = terms.pKey();
      numbers[at++] = terms.mtu();
      numbers[at++] = terms.rate();
      numbers[at++] = terms.packetLife();
      numbers[at++] = terms.sl();
      numbers[at++] = terms.trafficClass();
      numbers[at++] = terms.flowLabel();
      numbers[at++] = terms.hopLimit();
      numbers[at++] = terms.scope();
      numbers[at++] = group.isWellKnown() ? 1 : 0;
    }
    return numbers;
  }

  /** Groups without members; none where nothing was stored. */
  static List<MulticastGroup> groups(long[] ids, int[] numbers) {
    List<MulticastGroup> groups = new ArrayList<>();
    for (int i = 0; ids != null && i < ids.length / 2; i++) {
      int at = NUMBERS * i;
      groups.add(
          new MulticastGroup(
              ids[2 * i],
              ids[2 * i + 1],
              numbers[at],
              new Terms(
                  numbers[at + 1],
                  numbers[at + 2],
                  numbers[at + 3],
                  numbers[at + 4],
                  numbers[at + 5],
                  numbers[at + 6],
                  numbers[at + 7],
                  numbers[at + 8],
                  numbers[at + 9],
                  numbers[at + 10]),
              numbers[at + 11] != 0,
              List.of()));
    }
    return groups;
  }

  static long[] memberIds(List<Membership> members) {
    long[] ids = new long[3 * members.size()];
    int at = 0;
    for (Membership member : members) {
      ids[at++] = member.mgidHigh();
      ids[at++] = member.mgidLow();
      ids[at++] = member.portGuid();
    }
    return ids;
  }

  static byte[] states(List<Membership> members) {
    byte[] states = new byte[members.size()];
    for (int i = 0; i < states.length; i++) {
      Membership member = members.get(i);
      states[i] = (byte) (member.joinState() | (member.proxyJoin() ? PROXY_JOIN : 0));
    }
    return states;
  }

  static List<Membership> members(long[] ids, byte[] states) {
    List<Membership> members = new ArrayList<>();
    for (int i = 0; ids != null && i < ids.length / 3; i++) {
      members.add(
          new Membership(
              ids[3 * i],
              ids[3 * i + 1],
              ids[3 * i + 2],
              states[i] & 0x0F,
              (states[i] & PROXY_JOIN) != 0));
    }
    return members;
  }

  /** The members of all groups, those of one after another. */
  static List<Membership> membersOf(List<MulticastGroup> groups) {
    List<Membership> members = new ArrayList<>();
    for (MulticastGroup group : groups) {
      for (Member member : group.members()) {
        members.add(
            new Membership(
                group.mgidHigh(),
                group.mgidLow(),
                member.portGuid(),
                member.joinState(),
                member.proxyJoin()));
      }
    }
    return members;
  }

  /** Groups with their members, as {@link #membersOf} has put these in order. */
  static List<MulticastGroup> withMembers(List<MulticastGroup> groups, List<Membership> members) {
    List<MulticastGroup> whole = new ArrayList<>();
    int next = 0;
    for (MulticastGroup group : groups) {
      List<Member> inside = new ArrayList<>();
      for (; next < members.size() && isIn(members.get(next), group); next++) {
        Membership member = members.get(next);
        inside.add(new Member(member.portGuid(), member.joinState(), member.proxyJoin()));
      }
      whole.add(
          new MulticastGroup(
              group.mgidHigh(),
              group.mgidLow(),
              group.mlid(),
              group.terms(),
              group.isWellKnown(),
              inside));
    }
    return whole;
  }

  private static boolean isIn(Membership member, MulticastGroup group) {
    return member.mgidHigh() == group.mgidHigh() && member.mgidLow() == group.mgidLow();
  }
}
