package io.dateline.persistence.event;

import java.util.List;

/**
 * What ports have registered with subnet administration, beside groups. Immutable.
 *
 * @param services by nothing in particular
 * @param subscriptions as {@code services}
 */
public record Registered(List<RegisteredService> services, List<EventSubscription> subscriptions) {
  public static final Registered NOTHING = new Registered(List.of(), List.of());

  public Registered {
    services = List.copyOf(services);
    subscriptions = List.copyOf(subscriptions);
  }
}
