package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.ServicesRegistered;

/** {@link ServicesRegistered}, version 1; {@link StoredServices} says what the arrays hold. */
public record StoredServicesRegistered(
    long[] ids, long[] leases, byte[] contents, String reason, long atMs) {
  public static StoredServicesRegistered of(ServicesRegistered event) {
    return new StoredServicesRegistered(
        StoredServices.ids(StoredServices.idsOf(event.services())),
        StoredServices.leases(event.services()),
        StoredServices.contents(event.services()),
        event.reason(),
        event.atMs());
  }

  public ServicesRegistered toEvent() {
    return new ServicesRegistered(StoredServices.services(ids, leases, contents), reason, atMs);
  }

  /** Without the services, which have keys. */
  @Override
  public String toString() {
    return "StoredServicesRegistered[%s]".formatted(reason);
  }
}
