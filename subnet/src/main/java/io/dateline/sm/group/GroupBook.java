package io.dateline.sm.group;

import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.SubnetEvent.GroupsWithdrawn;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.persistence.event.SubnetEvent.MulticastLeft;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Every multicast group of the subnet, with its members. Immutable: {@link #with} copies the list
 * of groups, and of members where these change.
 */
public final class GroupBook {
  static final Comparator<Gid> BY_GID =
      Comparator.comparing(Gid::prefix, Long::compareUnsigned)
          .thenComparing(Gid::interfaceId, Long::compareUnsigned);

  public static final GroupBook EMPTY = new GroupBook(new TreeMap<>(BY_GID));

  private final NavigableMap<Gid, MulticastGroup> groups;
  private final int memberCount;

  private GroupBook(NavigableMap<Gid, MulticastGroup> groups) {
    this.groups = Collections.unmodifiableNavigableMap(groups);
    int count = 0;
    for (MulticastGroup group : groups.values()) {
      count += group.members().size();
    }
    memberCount = count;
  }

  public static GroupBook of(Collection<MulticastGroup> groups) {
    NavigableMap<Gid, MulticastGroup> byGid = new TreeMap<>(BY_GID);
    for (MulticastGroup group : groups) {
      byGid.put(mgid(group), group);
    }
    return new GroupBook(byGid);
  }

  public static Gid mgid(MulticastGroup group) {
    return new Gid(group.mgidHigh(), group.mgidLow());
  }

  /** By MGID, ascending. */
  public Collection<MulticastGroup> groups() {
    return groups.values();
  }

  /** The group of an MGID, or null. */
  public MulticastGroup group(Gid mgid) {
    return groups.get(mgid);
  }

  /** The groups whose packets go to a multicast LID. */
  public List<MulticastGroup> ofMlid(int mlid) {
    return groups.values().stream().filter(group -> group.mlid() == mlid).toList();
  }

  /** The member of a group with that port GUID, or null. */
  public static MulticastGroup.Member member(MulticastGroup group, long portGuid) {
    return DraftGroup.member(group.members(), portGuid);
  }

  /** Members of all groups together. */
  public int memberCount() {
    return memberCount;
  }

  /**
   * The book after ports have joined.
   *
   * @throws IllegalStateException if they cannot have
   */
  public GroupBook with(MulticastJoined joined) {
    GroupDraft draft = new GroupDraft(this);
    joined.made().forEach(draft::make);
    joined.members().forEach(draft::join);
    return draft.toBook();
  }

  /**
   * The book after ports have left.
   *
   * @throws IllegalStateException if they cannot have
   */
  public GroupBook with(MulticastLeft left) {
    GroupDraft draft = new GroupDraft(this);
    left.members().forEach(draft::leave);
    return draft.toBook();
  }

  /**
   * The book after groups have become like any other.
   *
   * @throws IllegalStateException if they cannot have
   */
  public GroupBook with(GroupsWithdrawn withdrawn) {
    GroupDraft draft = new GroupDraft(this);
    for (int i = 0; i < withdrawn.mgidHighs().length; i++) {
      draft.withdraw(new Gid(withdrawn.mgidHighs()[i], withdrawn.mgidLows()[i]));
    }
    return draft.toBook();
  }

  NavigableMap<Gid, MulticastGroup> byGid() {
    return groups;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GroupBook book && groups.equals(book.groups);
  }

  @Override
  public int hashCode() {
    return groups.hashCode();
  }

  @Override
  public String toString() {
    return groups.values().toString();
  }
}
