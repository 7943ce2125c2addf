package io.dateline.persistence.stored;

import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import io.dateline.persistence.event.SubnetEvent.PartitionChanged;
import java.util.Optional;

/**
 * {@link PartitionChanged}, version 1.
 *
 * @param ipoib was appended later; false in events that were written before
 * @param mtu was appended after that, as were {@code rate} and {@code sl}; 0 in events that were
 *     written before, and where there is no group of IPv4's broadcasts
 */
public record StoredPartitionChanged(
    int key,
    String name,
    long[] guids,
    byte[] memberships,
    String reason,
    long atMs,
    boolean ipoib,
    int mtu,
    int rate,
    int sl) {
  public static StoredPartitionChanged of(PartitionChanged event) {
    RunTimePartition changes = event.changes();
    Broadcast broadcast = changes.broadcast().orElse(Broadcast.USUAL);
    return new StoredPartitionChanged(
        changes.key(),
        changes.name(),
        changes.guids(),
        changes.memberships(),
        event.reason(),
        event.atMs(),
        changes.isIpoib(),
        broadcast.mtu(),
        broadcast.rate(),
        broadcast.sl());
  }

  public PartitionChanged toEvent() {
    Optional<Broadcast> broadcast =
        ipoib ? Optional.of(new Broadcast(mtu, rate, sl)) : Optional.empty();
    return new PartitionChanged(
        new RunTimePartition(key, name, guids, memberships, broadcast), reason, atMs);
  }
}
