package io.dateline.sm.group;

import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A {@link GroupBook} that is being changed. What changes is copied once, however many changes
 * there are. Has one owner.
 */
final class GroupDraft {
  private final NavigableMap<Gid, MulticastGroup> groups;
  private final Map<Gid, DraftGroup> opened = new HashMap<>();
  private final BitSet mlids = new BitSet(); // in use, less the first one
  private Long2IntOpenHashMap own; // groups that each GUID keeps; null before that is asked

  GroupDraft(GroupBook book) {
    groups = new TreeMap<>(book.byGid());
    for (MulticastGroup group : groups.values()) {
      mlids.set(group.mlid() - Lid.MULTICAST_MIN);
    }
  }

  int groupCount() {
    return groups.size();
  }

  boolean contains(Gid mgid) {
    return groups.containsKey(mgid);
  }

  /** The group of an MGID, or null. */
  DraftGroup group(Gid mgid) {
    MulticastGroup group = groups.get(mgid);
    return group == null ? null : opened.computeIfAbsent(mgid, key -> new DraftGroup(group));
  }

  /** Whether a port is in a group, and what as; null where it is not. */
  Member member(Gid mgid, long portGuid) {
    DraftGroup changed = opened.get(mgid);
    if (changed != null) {
      return changed.member(portGuid);
    }
    MulticastGroup group = groups.get(mgid);
    return group == null ? null : DraftGroup.member(group.members(), portGuid);
  }

  /**
   * How many groups a port keeps that has asked for itself. One that only sends to a group keeps
   * none: with IPv6 that is one for each neighbour.
   */
  int ownGroups(long portGuid) {
    if (own == null) {
      own = new Long2IntOpenHashMap();
      groups.forEach(
          (mgid, group) -> {
            DraftGroup changed = opened.get(mgid);
            for (Member member : changed == null ? group.members() : changed.members()) {
              own.addTo(member.portGuid(), ownOf(member));
            }
          });
    }
    return own.get(portGuid);
  }

  private static int ownOf(Member member) {
    boolean isKeeping = member != null && (member.joinState() & MulticastGroup.KEEPING) != 0;
    return isKeeping && !member.proxyJoin() ? 1 : 0;
  }

  /** Changes a member, and what its GUID keeps. */
  private void change(Membership member, Runnable change) {
    int before = ownOf(member(mgid(member), member.portGuid()));
    change.run();
    if (own != null) {
      int after = ownOf(member(mgid(member), member.portGuid()));
      own.addTo(member.portGuid(), after - before);
    }
  }

  /** Whether a GUID, of a port or an alias, is in any group. */
  boolean isInAny(long portGuid) {
    return groups.keySet().stream().anyMatch(mgid -> member(mgid, portGuid) != null);
  }

  /**
   * The multicast LID for a new group: the lowest that no group has, which may be larger than the
   * fabric can; or that of a group that it shares with.
   *
   * @param shares whether groups of solicited nodes share
   */
  int mlidFor(Gid mgid, boolean shares) {
    if (shares && Mgid.isSolicitedNode(mgid)) {
      Optional<MulticastGroup> other = solicitedLike(mgid).values().stream().findFirst();
      if (other.isPresent()) {
        return other.get().mlid();
      }
    }
    return mlids.nextClearBit(0) + Lid.MULTICAST_MIN;
  }

  /** The groups of solicited nodes in the scope and partition of one. */
  private NavigableMap<Gid, MulticastGroup> solicitedLike(Gid mgid) {
    return groups.subMap(Mgid.firstSolicited(mgid), true, Mgid.lastSolicited(mgid), true);
  }

  /** Whether no group has a multicast LID, or only such as a new group may share it with. */
  private boolean isOpen(int mlid, Gid mgid) {
    return isFree(mlid) || (Mgid.isSolicitedNode(mgid) && isSharable(mlid, mgid));
  }

  private boolean isSharable(int mlid, Gid mgid) {
    return solicitedLike(mgid).values().stream().anyMatch(group -> group.mlid() == mlid);
  }

  boolean isFree(int mlid) {
    return !mlids.get(mlid - Lid.MULTICAST_MIN);
  }

  /** Those that stay without a member, ascending. */
  List<Gid> wellKnown() {
    return groups.entrySet().stream()
        .filter(entry -> isWellKnown(entry.getKey(), entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private boolean isWellKnown(Gid mgid, MulticastGroup group) {
    DraftGroup changed = opened.get(mgid);
    return changed == null ? group.isWellKnown() : changed.isWellKnown();
  }

  /** Makes a group; one that is there already, with the same MLID and terms, becomes well known. */
  void make(MulticastGroup group) {
    Gid mgid = GroupBook.mgid(group);
    DraftGroup there = group(mgid);
    boolean becomesKnown =
        there != null
            && group.isWellKnown()
            && !there.isWellKnown()
            && there.mlid() == group.mlid()
            && there.terms().equals(group.terms());
    if (becomesKnown) {
      there.isWellKnown(true);
      return;
    }
    if (there != null || !isOpen(group.mlid(), mgid)) {
      throw new IllegalStateException("there is a group already where this was made: " + group);
    }
    groups.put(mgid, group);
    own = null;
    mlids.set(group.mlid() - Lid.MULTICAST_MIN);
  }

  /** A well-known group becomes like any other: it ends if no member keeps it. */
  void withdraw(Gid mgid) {
    DraftGroup group = group(mgid);
    if (group == null || !group.isWellKnown()) {
      throw new IllegalStateException("there is no such well-known group: " + mgid);
    }
    group.isWellKnown(false);
    endIfAlone(mgid, group);
  }

  void join(Membership member) {
    DraftGroup group = existing(member);
    change(member, () -> group.join(member));
  }

  void leave(Membership member) {
    DraftGroup group = existing(member);
    change(member, () -> group.leave(member));
    endIfAlone(mgid(member), group);
  }

  /** Without a member that keeps it a group is gone; a well-known one is empty. */
  private void endIfAlone(Gid mgid, DraftGroup group) {
    if (group.isAlive()) {
      return;
    }
    if (group.isWellKnown()) {
      group.clear();
    } else {
      groups.remove(mgid);
      opened.remove(mgid);
      if (!Mgid.isSolicitedNode(mgid) || !isSharable(group.mlid(), mgid)) {
        mlids.clear(group.mlid() - Lid.MULTICAST_MIN);
      }
    }
  }

  private DraftGroup existing(Membership member) {
    DraftGroup group = group(mgid(member));
    if (group == null) {
      throw new IllegalStateException("there is no such group: " + member);
    }
    return group;
  }

  static Gid mgid(Membership member) {
    return new Gid(member.mgidHigh(), member.mgidLow());
  }

  GroupBook toBook() {
    opened.forEach((mgid, group) -> groups.put(mgid, group.toGroup()));
    return GroupBook.of(groups.values());
  }
}
