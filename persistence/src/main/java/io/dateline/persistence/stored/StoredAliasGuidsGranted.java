package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.AliasGuidsGranted;

/** {@link AliasGuidsGranted}, version 1; {@link StoredAliases} says what the arrays hold. */
public record StoredAliasGuidsGranted(
    long[] ports, int[] indexes, long[] guids, long chosen, String reason, long atMs) {
  public static StoredAliasGuidsGranted of(AliasGuidsGranted event) {
    return new StoredAliasGuidsGranted(
        StoredAliases.ports(StoredAliases.idsOf(event.aliases())),
        StoredAliases.indexes(StoredAliases.idsOf(event.aliases())),
        StoredAliases.guids(event.aliases()),
        event.chosen(),
        event.reason(),
        event.atMs());
  }

  public AliasGuidsGranted toEvent() {
    return new AliasGuidsGranted(
        StoredAliases.aliases(ports, indexes, guids), chosen, reason, atMs);
  }
}
