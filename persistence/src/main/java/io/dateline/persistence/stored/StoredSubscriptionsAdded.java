package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.SubscriptionsAdded;

/** {@link SubscriptionsAdded}, version 1; {@link StoredSubscriptions} says what the arrays hold. */
public record StoredSubscriptionsAdded(
    long[] ports, long[] gids, int[] numbers, String reason, long atMs) {
  public static StoredSubscriptionsAdded of(SubscriptionsAdded event) {
    return new StoredSubscriptionsAdded(
        StoredSubscriptions.ports(StoredSubscriptions.idsOf(event.subscriptions())),
        StoredSubscriptions.gids(event.subscriptions()),
        StoredSubscriptions.numbers(event.subscriptions()),
        event.reason(),
        event.atMs());
  }

  public SubscriptionsAdded toEvent() {
    return new SubscriptionsAdded(
        StoredSubscriptions.subscriptions(ports, gids, numbers), reason, atMs);
  }
}
