package io.dateline.sm.alias;

import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.registration.AliasBook;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Multicast groups as switches see them. A port may be in a group by several of its GUIDs, each a
 * member of its own; packets go to the port once. Has one owner.
 */
public final class AliasMembers {
  // The last answer, and what it was of: groups are asked for far more often than they change.
  private GroupBook lastGroups = GroupBook.EMPTY;
  private AliasBook lastAliases = AliasBook.EMPTY;
  private Collection<MulticastGroup> last = List.of();

  /** The groups of a book with members by their ports' own GUIDs. */
  @SuppressWarnings("ReferenceEquality") // equal books take time to compare
  public Collection<MulticastGroup> byPort(GroupBook groups, AliasBook aliases) {
    if (lastGroups != groups || lastAliases != aliases) {
      lastGroups = groups;
      lastAliases = aliases;
      last = byPort(groups.groups(), aliases);
    }
    return last;
  }

  /** The groups with members by their ports' own GUIDs, and with all JoinState bits of a port. */
  static Collection<MulticastGroup> byPort(Collection<MulticastGroup> groups, AliasBook aliases) {
    if (aliases.aliases().isEmpty()) {
      return groups;
    }
    return groups.stream().map(group -> byPort(group, aliases)).toList();
  }

  private static MulticastGroup byPort(MulticastGroup group, AliasBook aliases) {
    if (group.members().stream()
        .allMatch(member -> aliases.ownGuid(member.portGuid()) == member.portGuid())) {
      return group;
    }
    Map<Long, Member> ports = new TreeMap<>(Long::compareUnsigned);
    for (Member member : group.members()) {
      long own = aliases.ownGuid(member.portGuid());
      ports.merge(
          own,
          new Member(own, member.joinState(), member.proxyJoin()),
          (one, other) ->
              new Member(
                  own, one.joinState() | other.joinState(), one.proxyJoin() && other.proxyJoin()));
    }
    List<Member> members = new ArrayList<>(ports.values());
    return new MulticastGroup(
        group.mgidHigh(),
        group.mgidLow(),
        group.mlid(),
        group.terms(),
        group.isWellKnown(),
        members);
  }
}
