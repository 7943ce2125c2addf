package io.dateline.sm.group;

import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.sm.group.GroupRequest.Port;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Whether a port has as many groups as one port may: those that it has joined, and those that it
 * has had others join, which are not counted as these others'. Of the latter those of this term are
 * known, for the journal does not say by which port they were asked for. Has one owner.
 */
final class GroupQuota {
  /** Another port in a group. */
  private record Spoken(Gid mgid, long portGuid) {}

  private final IntSupplier limit;
  private final Map<Long, Set<Spoken>> spoken = new HashMap<>(); // by the port that asked

  /**
   * No port has spoken for another one yet.
   *
   * @param limit of one port, as of now; 0 is no limit
   */
  GroupQuota(IntSupplier limit) {
    this.limit = limit;
  }

  /** Whether the port that asks may not have one more. */
  boolean isReached(GroupDraft draft, Port asker) {
    int max = limit.getAsInt();
    int others = spokenFor(draft, asker.guid());
    // In a subnet of few groups no port can be in many.
    boolean isPossible = (long) draft.groupCount() * (1 + asker.aliases().size()) + others >= max;
    return max > 0 && isPossible && ownGroups(draft, asker) + others >= max;
  }

  /** By each of its GUIDs. */
  private static int ownGroups(GroupDraft draft, Port asker) {
    int count = draft.ownGroups(asker.guid());
    for (long alias : asker.aliases()) {
      count += draft.ownGroups(alias);
    }
    return count;
  }

  private int spokenFor(GroupDraft draft, long asker) {
    Set<Spoken> asked = spoken.get(asker);
    if (asked == null) {
      return 0;
    }
    asked.removeIf(
        one -> {
          Member member = draft.member(one.mgid(), one.portGuid());
          return member == null || !member.proxyJoin();
        });
    if (asked.isEmpty()) {
      spoken.remove(asker);
    }
    return asked.size();
  }

  /** A port has had another one join. */
  void spokeFor(long asker, Gid mgid, long portGuid) {
    if (limit.getAsInt() > 0) {
      spoken.computeIfAbsent(asker, one -> new HashSet<>()).add(new Spoken(mgid, portGuid));
    }
  }
}
