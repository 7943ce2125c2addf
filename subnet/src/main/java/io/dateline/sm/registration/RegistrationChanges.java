package io.dateline.sm.registration;

import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.RegisteredService;
import io.dateline.persistence.event.SubnetEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.LongPredicate;

/**
 * Changes of services, subscriptions and alias GUIDs, one after the other: made in a draft at once,
 * and collected as events, one of each kind at most. What cancels out is in none. Has one owner.
 */
public final class RegistrationChanges {
  private final KeyedDraft<RegisteredService.Id, RegisteredService> services;
  private final KeyedDraft<EventSubscription.Id, EventSubscription> subscriptions;
  private final AliasChanges aliases;
  private final Map<Long, Integer> owned = new HashMap<>(); // services by the port that has them
  private boolean isCounted; // owned is not empty for want of a look
  private final String reason;
  private final long atMs;

  /**
   * No changes yet.
   *
   * @param reason of the events
   * @param atMs time of the events, ms since 1970
   */
  public RegistrationChanges(RegistrationBook book, String reason, long atMs) {
    services = new KeyedDraft<>(book.byService());
    subscriptions = new KeyedDraft<>(book.bySubscriber());
    aliases = new AliasChanges(book.aliases());
    this.reason = reason;
    this.atMs = atMs;
  }

  /** When the changes are made, ms since 1970. */
  long atMs() {
    return atMs;
  }

  /** As things are after the changes so far. */
  NavigableMap<RegisteredService.Id, RegisteredService> services() {
    return services.now();
  }

  /** How many services a port has registered. */
  int serviceCount(long ownerGuid) {
    countOnce();
    return owned.getOrDefault(ownerGuid, 0);
  }

  private void countOnce() {
    if (!isCounted) {
      isCounted = true;
      services().values().forEach(service -> own(service, 1));
    }
  }

  private void own(RegisteredService service, int change) {
    owned.merge(service.ownerGuid(), change, Integer::sum);
  }

  void register(RegisteredService service) {
    countOnce();
    RegisteredService before = services().get(service.id());
    if (before != null) {
      own(before, -1);
    }
    own(service, 1);
    services.put(service.id(), service);
  }

  void remove(RegisteredService service) {
    countOnce();
    own(service, -1);
    services.remove(service.id());
  }

  /** As things are after the changes so far, of all ports. */
  NavigableMap<EventSubscription.Id, EventSubscription> subscriptions() {
    return subscriptions.now();
  }

  void subscribe(EventSubscription subscription) {
    subscriptions.put(subscription.id(), subscription);
  }

  void unsubscribe(EventSubscription subscription) {
    subscriptions.remove(subscription.id());
  }

  public AliasChanges aliases() {
    return aliases;
  }

  /** Services whose lease has ended are removed. */
  public void endLeases() {
    for (RegisteredService service : List.copyOf(services().values())) {
      if (service.leaseEndMs() <= atMs) {
        remove(service);
      }
    }
  }

  /**
   * Ports that are gone lose what they have registered.
   *
   * @param isThere whether the subnet has a port of a GUID
   */
  public void dropDeparted(LongPredicate isThere) {
    for (RegisteredService service : List.copyOf(services().values())) {
      if (!isThere.test(service.ownerGuid())) {
        remove(service);
      }
    }
    for (EventSubscription subscription : List.copyOf(subscriptions().values())) {
      if (!isThere.test(subscription.id().portGuid())) {
        unsubscribe(subscription);
      }
    }
    aliases.dropDeparted(isThere);
  }

  /**
   * Aliases end, and with them services at their GIDs.
   *
   * @param isOwned of an alias, whether it has become some port's own GUID
   */
  public void dropOwned(LongPredicate isOwned) {
    for (RegisteredService service : List.copyOf(services().values())) {
      if (isOwned.test(service.id().gidLow())) {
        remove(service);
      }
    }
    aliases.dropOwned(isOwned);
  }

  /** All changes so far. */
  public List<SubnetEvent> events() {
    List<SubnetEvent> events = new ArrayList<>();
    List<RegisteredService.Id> removed = services.removed();
    if (!removed.isEmpty()) {
      events.add(new SubnetEvent.ServicesRemoved(removed, reason, atMs));
    }
    List<RegisteredService> registered = services.added();
    if (!registered.isEmpty()) {
      events.add(new SubnetEvent.ServicesRegistered(registered, reason, atMs));
    }
    List<EventSubscription.Id> ended = subscriptions.removed();
    if (!ended.isEmpty()) {
      events.add(new SubnetEvent.SubscriptionsRemoved(ended, reason, atMs));
    }
    List<EventSubscription> added = subscriptions.added();
    if (!added.isEmpty()) {
      events.add(new SubnetEvent.SubscriptionsAdded(added, reason, atMs));
    }
    events.addAll(aliases.events(reason, atMs));
    return events;
  }
}
