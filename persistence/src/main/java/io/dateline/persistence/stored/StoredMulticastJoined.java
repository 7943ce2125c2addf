package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.MulticastJoined;

/** {@link MulticastJoined}, version 1; {@link StoredGroups} says what the arrays hold. */
public record StoredMulticastJoined(
    long[] madeIds, int[] madeNumbers, long[] memberIds, byte[] states, String reason, long atMs) {
  public static StoredMulticastJoined of(MulticastJoined event) {
    return new StoredMulticastJoined(
        StoredGroups.ids(event.made()),
        StoredGroups.numbers(event.made()),
        StoredGroups.memberIds(event.members()),
        StoredGroups.states(event.members()),
        event.reason(),
        event.atMs());
  }

  public MulticastJoined toEvent() {
    return new MulticastJoined(
        StoredGroups.groups(madeIds, madeNumbers),
        StoredGroups.members(memberIds, states),
        reason,
        atMs);
  }
}
