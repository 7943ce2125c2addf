package io.dateline.persistence.stored;

import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.EventSubscription.Topic;
import java.util.ArrayList;
import java.util.List;

/**
 * Subscriptions as arrays. What is in them is part of the format.
 *
 * <pre>
 * ports    of a subscription: port of the subscriber
 * gids     of a subscription: GID that notices come from, two longs
 * numbers  of a subscription: enumeration, queue pair, LIDRangeBegin, LIDRangeEnd, 1 if generic,
 *          type, trap number, producer, RespTimeValue, 1 if it is trusted
 * </pre>
 */
final class StoredSubscriptions {
  private static final int NUMBERS = 10;

  private StoredSubscriptions() {}

  static long[] ports(List<EventSubscription.Id> ids) {
    return ids.stream().mapToLong(EventSubscription.Id::portGuid).toArray();
  }

  static List<EventSubscription.Id> idsOf(List<EventSubscription> subscriptions) {
    return subscriptions.stream().map(EventSubscription::id).toList();
  }

  static long[] gids(List<EventSubscription> subscriptions) {
    long[] gids = new long[2 * subscriptions.size()];
    for (int i = 0; i < subscriptions.size(); i++) {
      gids[2 * i] = subscriptions.get(i).topic().gidHigh();
      gids[2 * i + 1] = subscriptions.get(i).topic().gidLow();
    }
    return gids;
  }

  static int[] numbers(List<EventSubscription> subscriptions) {
    int[] numbers = new int[NUMBERS * subscriptions.size()];
    int at = 0;
    for (EventSubscription subscription : subscriptions) {
      Topic topic = subscription.topic();
      numbers[at++] = subscription.id().enumeration();
      numbers[at++] = subscription.queuePair();
      numbers[at++] = topic.lidBegin();
      numbers[at++] = topic.lidEnd();
      numbers[at++] = topic.isGeneric() ? 1 : 0;
      numbers[at++] = topic.type();
      numbers[at++] = topic.trapNumber();
      numbers[at++] = topic.producer();
      numbers[at++] = subscription.respTimeCode();
      numbers[at++] = subscription.isTrusted() ? 1 : 0;
    }
    return numbers;
  }

  /** Subscriptions; none where nothing was stored. */
  static List<EventSubscription> subscriptions(long[] ports, long[] gids, int[] numbers) {
    List<EventSubscription> subscriptions = new ArrayList<>();
    for (int i = 0; ports != null && i < ports.length; i++) {
      int at = NUMBERS * i;
      subscriptions.add(
          new EventSubscription(
              new EventSubscription.Id(ports[i], numbers[at]),
              numbers[at + 1],
              new Topic(
                  gids[2 * i],
                  gids[2 * i + 1],
                  numbers[at + 2],
                  numbers[at + 3],
                  numbers[at + 4] != 0,
                  numbers[at + 5],
                  numbers[at + 6],
                  numbers[at + 7]),
              numbers[at + 8],
              numbers[at + 9] != 0));
    }
    return subscriptions;
  }
}
