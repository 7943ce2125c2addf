package io.dateline.sm.group;

import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;

/**
 * Members whose ports are gone, from the subnet or from the group's partition: they leave, with
 * every bit they are in with.
 */
public final class Departures {
  private Departures() {}

  /** Whether a port may be in a group of some P_Key. */
  @FunctionalInterface
  public interface Stay {
    boolean test(long portGuid, int pKey);
  }

  /** Adds them to the changes. */
  public static void add(GroupChanges changes, Stay stays) {
    for (MulticastGroup group : changes.book().groups()) {
      for (Member member : group.members()) {
        DraftGroup now = changes.draft().group(GroupBook.mgid(group));
        // With the last member that kept it the group went, and every other member in it.
        boolean isIn = now != null && now.member(member.portGuid()) != null;
        if (isIn && !stays.test(member.portGuid(), group.terms().pKey())) {
          changes.leave(
              new Membership(
                  group.mgidHigh(),
                  group.mgidLow(),
                  member.portGuid(),
                  member.joinState(),
                  member.proxyJoin()));
        }
      }
    }
  }
}
