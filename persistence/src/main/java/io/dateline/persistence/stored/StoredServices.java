package io.dateline.persistence.stored;

import io.dateline.persistence.event.RegisteredService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Services as arrays. What is in them is part of the format.
 *
 * <pre>
 * ids       of a service: ServiceID, ServiceGID in two longs, ServiceP_Key, four longs
 * leases    of a service: end of the lease, port that registered it, two longs
 * contents  of a service: {@link RegisteredService#CONTENT_BYTES}
 * </pre>
 */
final class StoredServices {
  private static final int ID_LONGS = 4;
  private static final int BYTES = RegisteredService.CONTENT_BYTES;

  private StoredServices() {}

  static List<RegisteredService.Id> idsOf(List<RegisteredService> services) {
    return services.stream().map(RegisteredService::id).toList();
  }

  static long[] ids(List<RegisteredService.Id> services) {
    long[] ids = new long[ID_LONGS * services.size()];
    int at = 0;
    for (RegisteredService.Id id : services) {
      ids[at++] = id.serviceId();
      ids[at++] = id.gidHigh();
      ids[at++] = id.gidLow();
      ids[at++] = id.pKey();
    }
    return ids;
  }

  static List<RegisteredService.Id> ids(long[] stored) {
    List<RegisteredService.Id> ids = new ArrayList<>();
    for (int at = 0; at < stored.length; at += ID_LONGS) {
      ids.add(
          new RegisteredService.Id(
              stored[at], stored[at + 1], stored[at + 2], (int) stored[at + 3]));
    }
    return ids;
  }

  static long[] leases(List<RegisteredService> services) {
    long[] leases = new long[2 * services.size()];
    int at = 0;
    for (RegisteredService service : services) {
      leases[at++] = service.leaseEndMs();
      leases[at++] = service.ownerGuid();
    }
    return leases;
  }

  static byte[] contents(List<RegisteredService> services) {
    byte[] contents = new byte[BYTES * services.size()];
    for (int i = 0; i < services.size(); i++) {
      System.arraycopy(services.get(i).content(), 0, contents, BYTES * i, BYTES);
    }
    return contents;
  }

  /** Services; none where nothing was stored. */
  static List<RegisteredService> services(long[] ids, long[] leases, byte[] contents) {
    if (ids == null) {
      return List.of();
    }
    List<RegisteredService> services = new ArrayList<>();
    for (RegisteredService.Id id : ids(ids)) {
      int i = services.size();
      byte[] content = Arrays.copyOfRange(contents, BYTES * i, BYTES * (i + 1));
      services.add(new RegisteredService(id, content, leases[2 * i], leases[2 * i + 1]));
    }
    return services;
  }
}
