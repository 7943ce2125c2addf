package io.dateline.sm.group;

import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.GroupsWithdrawn;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.persistence.event.SubnetEvent.MulticastLeft;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes of groups, one after the other: made in a draft at once, and collected as events, one for
 * all that join until a port leaves, and the other way round. What cancels out is in none ({@link
 * NetChanges}). Has one owner.
 */
public final class GroupChanges {
  private final GroupBook before;
  private final GroupDraft draft;
  private final String reason;
  private final long atMs;
  private final List<SubnetEvent> events = new ArrayList<>();
  private List<MulticastGroup> made = new ArrayList<>();
  private List<Membership> joined = new ArrayList<>();
  private List<Membership> left = new ArrayList<>();
  private boolean hasWithdrawn; // so that it takes more than joins and leaves

  /**
   * No changes yet.
   *
   * @param reason of the events
   * @param atMs time of the events, ms since 1970
   */
  public GroupChanges(GroupBook book, String reason, long atMs) {
    before = book;
    draft = new GroupDraft(book);
    this.reason = reason;
    this.atMs = atMs;
  }

  /** The groups after the changes so far. */
  public GroupBook book() {
    return draft.toBook();
  }

  /** As things are after the changes so far. */
  GroupDraft draft() {
    return draft;
  }

  /** Whether a GUID, of a port or an alias, is in any group after the changes so far. */
  public boolean isInAny(long portGuid) {
    return draft.isInAny(portGuid);
  }

  void make(MulticastGroup group) {
    endLeaving();
    draft.make(group);
    made.add(group);
  }

  void join(Membership member) {
    endLeaving();
    draft.join(member);
    joined.add(member);
  }

  void leave(Membership member) {
    endJoining();
    draft.leave(member);
    left.add(member);
  }

  /** Takes from well-known groups that they stay without a member; for a reason of its own. */
  void withdraw(List<Gid> mgids, String why) {
    endJoining();
    endLeaving();
    mgids.forEach(draft::withdraw);
    events.add(
        new GroupsWithdrawn(
            mgids.stream().mapToLong(Gid::prefix).toArray(),
            mgids.stream().mapToLong(Gid::interfaceId).toArray(),
            why,
            atMs));
    hasWithdrawn = true;
  }

  private void endJoining() {
    if (!made.isEmpty() || !joined.isEmpty()) {
      events.add(new MulticastJoined(made, joined, reason, atMs));
      made = new ArrayList<>();
      joined = new ArrayList<>();
    }
  }

  private void endLeaving() {
    if (!left.isEmpty()) {
      events.add(new MulticastLeft(left, reason, atMs));
      left = new ArrayList<>();
    }
  }

  /** All changes so far, in as few events as lead to the same groups. */
  public List<SubnetEvent> events() {
    endJoining();
    endLeaving();
    if (events.size() > 1 && !hasWithdrawn) {
      List<SubnetEvent> net = NetChanges.between(before, draft.toBook(), reason, atMs);
      if (net.size() < events.size()) {
        return net;
      }
    }
    return List.copyOf(events);
  }
}
