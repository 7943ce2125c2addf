package io.dateline.persistence.stored;

import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.SubnetEvent.SubscriptionsRemoved;
import java.util.List;
import java.util.stream.IntStream;

/** {@link SubscriptionsRemoved}, version 1. The arrays are parallel. */
public record StoredSubscriptionsRemoved(
    long[] ports, int[] enumerations, String reason, long atMs) {
  public static StoredSubscriptionsRemoved of(SubscriptionsRemoved event) {
    return new StoredSubscriptionsRemoved(
        StoredSubscriptions.ports(event.subscriptions()),
        event.subscriptions().stream().mapToInt(EventSubscription.Id::enumeration).toArray(),
        event.reason(),
        event.atMs());
  }

  public SubscriptionsRemoved toEvent() {
    List<EventSubscription.Id> ids =
        IntStream.range(0, ports.length)
            .mapToObj(i -> new EventSubscription.Id(ports[i], enumerations[i]))
            .toList();
    return new SubscriptionsRemoved(ids, reason, atMs);
  }
}
