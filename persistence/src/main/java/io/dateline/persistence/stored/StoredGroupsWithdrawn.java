package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.GroupsWithdrawn;

/** {@link GroupsWithdrawn}, version 1. */
public record StoredGroupsWithdrawn(long[] mgidHighs, long[] mgidLows, String reason, long atMs) {
  public static StoredGroupsWithdrawn of(GroupsWithdrawn event) {
    return new StoredGroupsWithdrawn(
        event.mgidHighs(), event.mgidLows(), event.reason(), event.atMs());
  }

  public GroupsWithdrawn toEvent() {
    return new GroupsWithdrawn(mgidHighs, mgidLows, reason, atMs);
  }
}
