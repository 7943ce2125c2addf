package io.dateline.sm.history.line;

import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.RegisteredService;
import io.dateline.sm.text.Counted;
import java.util.List;

/** What events about services and subscriptions say in a line. ServiceKeys are not shown. */
final class RegistrationLine {
  private static final int ANY = 0xFFFF;

  private RegistrationLine() {}

  static String registered(List<RegisteredService> services) {
    return "%s registered:%s"
        .formatted(
            Counted.of(services.size(), "service"),
            HistoryLine.named(services.size(), i -> service(services.get(i).id())));
  }

  static String removed(List<RegisteredService.Id> services) {
    return "%s removed:%s"
        .formatted(
            Counted.of(services.size(), "service"),
            HistoryLine.named(services.size(), i -> service(services.get(i))));
  }

  private static String service(RegisteredService.Id id) {
    return "%s at %s in 0x%04X"
        .formatted(Guid.format(id.serviceId()), new Gid(id.gidHigh(), id.gidLow()), id.pKey());
  }

  static String added(List<EventSubscription> subscriptions) {
    return "%s added:%s"
        .formatted(
            Counted.of(subscriptions.size(), "subscription"),
            HistoryLine.named(subscriptions.size(), i -> subscription(subscriptions.get(i))));
  }

  private static String subscription(EventSubscription subscription) {
    int number = subscription.topic().trapNumber();
    String what =
        subscription.topic().isGeneric()
            ? number == ANY ? "all traps" : "trap " + number
            : "traps of a vendor";
    return "%s QP %d to %s"
        .formatted(subscriber(subscription.id()), subscription.queuePair(), what);
  }

  static String ended(List<EventSubscription.Id> subscriptions) {
    return "%s ended:%s"
        .formatted(
            Counted.of(subscriptions.size(), "subscription"),
            HistoryLine.named(subscriptions.size(), i -> subscriber(subscriptions.get(i))));
  }

  private static String subscriber(EventSubscription.Id id) {
    return "%s/%d".formatted(Guid.format(id.portGuid()), id.enumeration());
  }
}
