package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.AliasGuidsRemoved;

/** {@link AliasGuidsRemoved}, version 1; {@link StoredAliases} says what the arrays hold. */
public record StoredAliasGuidsRemoved(long[] ports, int[] indexes, String reason, long atMs) {
  public static StoredAliasGuidsRemoved of(AliasGuidsRemoved event) {
    return new StoredAliasGuidsRemoved(
        StoredAliases.ports(event.aliases()),
        StoredAliases.indexes(event.aliases()),
        event.reason(),
        event.atMs());
  }

  public AliasGuidsRemoved toEvent() {
    return new AliasGuidsRemoved(StoredAliases.ids(ports, indexes), reason, atMs);
  }
}
