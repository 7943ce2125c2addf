package io.dateline.sm.registration;

import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.sa.SaStatus;
import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.EventSubscription.Topic;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.change.ChangeAnswer.Done;
import io.dateline.sm.change.ChangeAnswer.OverQuota;
import io.dateline.sm.change.ChangeAnswer.Refused;
import io.dateline.sm.fair.Quota;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Which subscriptions to notices begin and end (IBA Vol 1, 13.4.11 and 15.4). A subscriber is a
 * queue pair of a port. Asking again for what it has changes nothing. What it may ask for at all is
 * checked before, for that depends on the subnet.
 */
public final class SubscriptionRules {
  /** Subscriptions of all ports together; some 3 MB of each snapshot. */
  static final int ALL_MAX = 1 << 15;

  private final IntSupplier limit;

  /**
   * Rules of one term.
   *
   * @param limit {@link RegistrationSettings#subscriptionsMax}, as of now
   */
  public SubscriptionRules(IntSupplier limit) {
    this.limit = limit;
  }

  /** Decides on a request as things are after the changes so far, and adds its own. */
  public ChangeAnswer decide(RegistrationChanges changes, SubscriptionRequest request) {
    NavigableMap<EventSubscription.Id, EventSubscription> own =
        RegistrationBook.ofPort(changes.subscriptions(), request.requesterGuid());
    return request.asked().subscribe() != 0
        ? subscribe(changes, own, request)
        : unsubscribe(changes, own, request);
  }

  private ChangeAnswer subscribe(
      RegistrationChanges changes,
      NavigableMap<EventSubscription.Id, EventSubscription> own,
      SubscriptionRequest request) {
    Topic topic = topic(request.asked());
    Optional<EventSubscription> before = find(own, request.queuePair(), topic);
    int portMax = limit.getAsInt();
    if (before.isEmpty() && portMax > 0 && own.size() >= portMax) {
      return new OverQuota(Quota.SUBSCRIPTIONS);
    }
    if (before.isEmpty() && changes.subscriptions().size() >= ALL_MAX) {
      return new Refused(SaStatus.NO_RESOURCES);
    }
    EventSubscription subscription =
        new EventSubscription(
            before.map(EventSubscription::id).orElseGet(() -> newId(own, request)),
            request.queuePair(),
            topic,
            request.asked().respTimeValue(),
            request.isTrusted());
    changes.subscribe(subscription);
    return done(request);
  }

  /** With the smallest enumeration that the port has no subscription of. */
  private static EventSubscription.Id newId(
      NavigableMap<EventSubscription.Id, EventSubscription> own, SubscriptionRequest request) {
    int free = 0;
    for (EventSubscription.Id id : own.keySet()) {
      if (id.enumeration() == free) {
        free++;
      }
    }
    return new EventSubscription.Id(request.requesterGuid(), free);
  }

  /** InformInfo names the queue pair that has subscribed; one that names none means itself. */
  private static ChangeAnswer unsubscribe(
      RegistrationChanges changes,
      NavigableMap<EventSubscription.Id, EventSubscription> own,
      SubscriptionRequest request) {
    int named = request.asked().qpn();
    int queuePair = named == 0 ? request.queuePair() : named;
    Optional<EventSubscription> before = find(own, queuePair, topic(request.asked()));
    if (before.isEmpty()) {
      return new Refused(SaStatus.REQ_INVALID);
    }
    changes.unsubscribe(before.get());
    return done(request);
  }

  private static Optional<EventSubscription> find(
      NavigableMap<EventSubscription.Id, EventSubscription> own, int queuePair, Topic topic) {
    return own.values().stream()
        .filter(one -> one.queuePair() == queuePair && one.topic().equals(topic))
        .findAny();
  }

  private static Topic topic(InformInfo asked) {
    return new Topic(
        asked.gid().prefix(),
        asked.gid().interfaceId(),
        asked.lidRangeBegin(),
        asked.lidRangeEnd(),
        asked.isGeneric() != 0,
        asked.type(),
        asked.trapNumber(),
        asked.producerType());
  }

  /** As with OpenSM what was asked for is repeated. */
  private static Done done(SubscriptionRequest request) {
    return new Done(request.asked());
  }
}
