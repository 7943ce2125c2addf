package io.dateline.sm.registration;

import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.Registered;
import io.dateline.persistence.event.RegisteredService;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsGranted;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsRemoved;
import io.dateline.persistence.event.SubnetEvent.ServicesRegistered;
import io.dateline.persistence.event.SubnetEvent.ServicesRemoved;
import io.dateline.persistence.event.SubnetEvent.SubscriptionsAdded;
import io.dateline.persistence.event.SubnetEvent.SubscriptionsRemoved;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Every service, subscription and alias GUID of the subnet. Immutable: each {@code with} copies
 * what it changes, one of the three.
 */
public final class RegistrationBook {
  private static final Comparator<RegisteredService.Id> BY_SERVICE =
      Comparator.comparing(RegisteredService.Id::serviceId, Long::compareUnsigned)
          .thenComparing(RegisteredService.Id::gidHigh, Long::compareUnsigned)
          .thenComparing(RegisteredService.Id::gidLow, Long::compareUnsigned)
          .thenComparing(RegisteredService.Id::pKey);

  private static final Comparator<EventSubscription.Id> BY_SUBSCRIBER =
      Comparator.comparing(EventSubscription.Id::portGuid, Long::compareUnsigned)
          .thenComparing(EventSubscription.Id::enumeration);

  public static final RegistrationBook EMPTY = of(Registered.NOTHING);

  private final NavigableMap<RegisteredService.Id, RegisteredService> services;
  private final NavigableMap<EventSubscription.Id, EventSubscription> subscriptions;
  private final AliasBook aliases;

  private RegistrationBook(
      NavigableMap<RegisteredService.Id, RegisteredService> services,
      NavigableMap<EventSubscription.Id, EventSubscription> subscriptions,
      AliasBook aliases) {
    this.services = Collections.unmodifiableNavigableMap(services);
    this.subscriptions = Collections.unmodifiableNavigableMap(subscriptions);
    this.aliases = aliases;
  }

  public static RegistrationBook of(Registered registered) {
    return new RegistrationBook(
        added(new TreeMap<>(BY_SERVICE), registered.services(), RegisteredService::id),
        added(new TreeMap<>(BY_SUBSCRIBER), registered.subscriptions(), EventSubscription::id),
        AliasBook.of(registered.aliases(), registered.aliasesChosen()));
  }

  /** As it goes into the journal. */
  public Registered toRegistered() {
    return new Registered(
        List.copyOf(services.values()),
        List.copyOf(subscriptions.values()),
        aliases.toStored(),
        aliases.chosen());
  }

  /** By ServiceID, ServiceGID, ServiceP_Key, ascending; those too whose lease has ended. */
  public Collection<RegisteredService> services() {
    return services.values();
  }

  /** Those of a ServiceID, in the same order. */
  public Collection<RegisteredService> services(long serviceId) {
    return services
        .subMap(
            new RegisteredService.Id(serviceId, 0, 0, 0),
            true,
            new RegisteredService.Id(serviceId, -1, -1, 0xFFFF),
            true)
        .values();
  }

  /** When the first lease ends, ms since 1970; {@link RegisteredService#FOR_EVER} if none does. */
  public long firstLeaseEndMs() {
    long first = RegisteredService.FOR_EVER;
    for (RegisteredService service : services.values()) {
      first = Math.min(first, service.leaseEndMs());
    }
    return first;
  }

  /** By port and enumeration, ascending. */
  public Collection<EventSubscription> subscriptions() {
    return subscriptions.values();
  }

  /** Those of a port, by enumeration. */
  public Collection<EventSubscription> subscriptions(long portGuid) {
    return ofPort(subscriptions, portGuid).values();
  }

  public AliasBook aliases() {
    return aliases;
  }

  static NavigableMap<EventSubscription.Id, EventSubscription> ofPort(
      NavigableMap<EventSubscription.Id, EventSubscription> subscriptions, long portGuid) {
    return subscriptions.subMap(
        new EventSubscription.Id(portGuid, 0),
        true,
        new EventSubscription.Id(portGuid, Integer.MAX_VALUE),
        true);
  }

  NavigableMap<RegisteredService.Id, RegisteredService> byService() {
    return services;
  }

  NavigableMap<EventSubscription.Id, EventSubscription> bySubscriber() {
    return subscriptions;
  }

  public RegistrationBook with(ServicesRegistered registered) {
    return new RegistrationBook(
        added(new TreeMap<>(services), registered.services(), RegisteredService::id),
        subscriptions,
        aliases);
  }

  /**
   * The book without services.
   *
   * @throws IllegalStateException if one of them is not there
   */
  public RegistrationBook with(ServicesRemoved removed) {
    return new RegistrationBook(removed(services, removed.services()), subscriptions, aliases);
  }

  public RegistrationBook with(SubscriptionsAdded added) {
    return new RegistrationBook(
        services,
        added(new TreeMap<>(subscriptions), added.subscriptions(), EventSubscription::id),
        aliases);
  }

  /**
   * The book without subscriptions.
   *
   * @throws IllegalStateException if one of them is not there
   */
  public RegistrationBook with(SubscriptionsRemoved removed) {
    return new RegistrationBook(services, removed(subscriptions, removed.subscriptions()), aliases);
  }

  /** See {@link AliasBook}. */
  public RegistrationBook with(AliasGuidsGranted granted) {
    return new RegistrationBook(services, subscriptions, aliases.with(granted));
  }

  /** See {@link AliasBook}. */
  public RegistrationBook with(AliasGuidsRemoved removed) {
    return new RegistrationBook(services, subscriptions, aliases.with(removed));
  }

  private static <K, V> NavigableMap<K, V> added(
      NavigableMap<K, V> to, List<V> values, Function<V, K> key) {
    values.forEach(value -> to.put(key.apply(value), value));
    return to;
  }

  private static <K, V> NavigableMap<K, V> removed(NavigableMap<K, V> from, List<K> keys) {
    NavigableMap<K, V> left = new TreeMap<>(from);
    for (K key : keys) {
      if (left.remove(key) == null) {
        throw new IllegalStateException("not registered: " + key);
      }
    }
    return left;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegistrationBook book
        && services.equals(book.services)
        && subscriptions.equals(book.subscriptions)
        && aliases.equals(book.aliases);
  }

  @Override
  public int hashCode() {
    return Objects.hash(services, subscriptions, aliases);
  }

  @Override
  public String toString() {
    return "%s, %s, %s".formatted(services.values(), subscriptions.values(), aliases);
  }
}
