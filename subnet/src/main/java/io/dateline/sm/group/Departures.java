package io.dateline.sm.group;

import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import java.util.function.LongPredicate;

/** Members whose ports are gone from the subnet: they leave, with every bit they are in with. */
public final class Departures {
  private Departures() {}

  /**
   * Adds them to the changes, which are those of a book.
   *
   * @param isThere whether the subnet has a port of a GUID
   */
  public static void add(GroupChanges changes, GroupBook book, LongPredicate isThere) {
    for (MulticastGroup group : book.groups()) {
      for (Member member : group.members()) {
        DraftGroup now = changes.draft().group(GroupBook.mgid(group));
        // With the last member that kept it the group went, and every other member in it.
        boolean isIn = now != null && now.member(member.portGuid()) != null;
        if (isIn && !isThere.test(member.portGuid())) {
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
