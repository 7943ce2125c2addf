package io.dateline.persistence.event;

import java.util.List;

/**
 * What ports have registered with subnet administration, beside groups. Immutable.
 *
 * @param services by nothing in particular
 * @param subscriptions as {@code services}
 * @param aliases alias GUIDs, as {@code services}
 * @param aliasesChosen how many of them the subnet manager has chosen so far, those included that
 *     are gone
 */
public record Registered(
    List<RegisteredService> services,
    List<EventSubscription> subscriptions,
    List<AliasGuid> aliases,
    long aliasesChosen) {
  public static final Registered NOTHING = new Registered(List.of(), List.of());

  public Registered {
    services = List.copyOf(services);
    subscriptions = List.copyOf(subscriptions);
    aliases = List.copyOf(aliases);
  }

  /** Without alias GUIDs. */
  public Registered(List<RegisteredService> services, List<EventSubscription> subscriptions) {
    this(services, subscriptions, List.of(), 0);
  }
}
