package io.dateline.persistence.stored;

import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.SubnetEvent.PartitionChanged;

/**
 * {@link PartitionChanged}, version 1.
 *
 * @param ipoib was appended later; false in events that were written before
 */
public record StoredPartitionChanged(
    int key,
    String name,
    long[] guids,
    byte[] memberships,
    String reason,
    long atMs,
    boolean ipoib) {
  public static StoredPartitionChanged of(PartitionChanged event) {
    RunTimePartition changes = event.changes();
    return new StoredPartitionChanged(
        changes.key(),
        changes.name(),
        changes.guids(),
        changes.memberships(),
        event.reason(),
        event.atMs(),
        changes.isIpoib());
  }

  public PartitionChanged toEvent() {
    return new PartitionChanged(
        new RunTimePartition(key, name, guids, memberships, ipoib), reason, atMs);
  }
}
