package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.MulticastLeft;

/** {@link MulticastLeft}, version 1; {@link StoredGroups} says what the arrays hold. */
public record StoredMulticastLeft(long[] memberIds, byte[] states, String reason, long atMs) {
  public static StoredMulticastLeft of(MulticastLeft event) {
    return new StoredMulticastLeft(
        StoredGroups.memberIds(event.members()),
        StoredGroups.states(event.members()),
        event.reason(),
        event.atMs());
  }

  public MulticastLeft toEvent() {
    return new MulticastLeft(StoredGroups.members(memberIds, states), reason, atMs);
  }
}
