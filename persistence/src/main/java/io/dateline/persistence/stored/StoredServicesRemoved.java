package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.ServicesRemoved;

/** {@link ServicesRemoved}, version 1; {@link StoredServices} says what the array holds. */
public record StoredServicesRemoved(long[] ids, String reason, long atMs) {
  public static StoredServicesRemoved of(ServicesRemoved event) {
    return new StoredServicesRemoved(
        StoredServices.ids(event.services()), event.reason(), event.atMs());
  }

  public ServicesRemoved toEvent() {
    return new ServicesRemoved(StoredServices.ids(ids), reason, atMs);
  }
}
