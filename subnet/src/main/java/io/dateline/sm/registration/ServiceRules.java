package io.dateline.sm.registration;

import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.RecordMatcher;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.persistence.event.RegisteredService;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.change.ChangeAnswer.Done;
import io.dateline.sm.change.ChangeAnswer.OverQuota;
import io.dateline.sm.change.ChangeAnswer.Refused;
import io.dateline.sm.fair.Quota;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;

/**
 * Which services ports may register and remove (IBA Vol 1, 15.2.5.14). As with OpenSM any port may
 * register a service of another one, where both are in the service's partition. Unlike there a
 * service with a ServiceKey is changed only by the port that registered it last, or one that knows
 * that key or the SM_Key.
 */
public final class ServiceRules {
  /** Services of all ports together; some 3 MB of each snapshot. */
  static final int ALL_MAX = 1 << 14;

  /** ServiceLease of a service that stays until it is removed. */
  public static final long LEASE_FOR_EVER = 0xFFFF_FFFFL;

  /** ServiceP_Key of a service that was registered without one. */
  private static final int DEFAULT_P_KEY = 0xFFFF;

  private static final int CONTENT_OFFSET = ServiceRecord.SERVICE_KEY.byteOffset();
  private static final int KEY_BYTES = 16;

  private final IntSupplier limit;

  /**
   * Rules of one term.
   *
   * @param limit {@link RegistrationSettings#servicesMax}, as of now
   */
  public ServiceRules(IntSupplier limit) {
    this.limit = limit;
  }

  /** Decides on a request as things are after the changes so far, and adds its own. */
  public ChangeAnswer decide(RegistrationChanges changes, ServiceRequest request) {
    return request.isSet() ? register(changes, request) : remove(changes, request);
  }

  private ChangeAnswer register(RegistrationChanges changes, ServiceRequest request) {
    ServiceRecord asked = request.asked();
    int pKey = request.has(ServiceRecord.SERVICE_PKEY) ? asked.servicePKey() : DEFAULT_P_KEY;
    Gid gid = asked.serviceGid();
    // As with OpenSM a GID without a port here, of a router, needs no P_Key.
    boolean isElsewhere = gid.isMulticast() || !request.has(ServiceRecord.SERVICE_PKEY);
    IntPredicate portHolds = request.portHolds().orElse(key -> isElsewhere);
    if (!request.requesterHolds().test(pKey) || !portHolds.test(pKey)) {
      return new Refused(SaStatus.REQ_INVALID);
    }
    RegisteredService.Id id =
        new RegisteredService.Id(asked.serviceId(), gid.prefix(), gid.interfaceId(), pKey);
    RegisteredService before = changes.services().get(id);
    if (before != null && !mayChange(before, request, key(asked.bytes(), CONTENT_OFFSET))) {
      return new Refused(SaStatus.REQ_DENIED);
    }
    boolean isOwn = before != null && before.ownerGuid() == request.requesterGuid();
    int portMax = limit.getAsInt();
    if (!isOwn && portMax > 0 && changes.serviceCount(request.requesterGuid()) >= portMax) {
      return new OverQuota(Quota.SERVICES);
    }
    if (before == null && changes.services().size() >= ALL_MAX) {
      return new Refused(SaStatus.NO_RESOURCES);
    }
    long lease = request.has(ServiceRecord.SERVICE_LEASE) ? asked.serviceLease() : LEASE_FOR_EVER;
    RegisteredService service =
        new RegisteredService(
            id,
            Arrays.copyOfRange(asked.bytes(), CONTENT_OFFSET, ServiceRecord.BYTES),
            lease == LEASE_FOR_EVER ? RegisteredService.FOR_EVER : changes.atMs() + 1000 * lease,
            request.requesterGuid());
    changes.register(service);
    return done(changes, service, request);
  }

  /**
   * The one service that the request's mask matches, among those that its port may know of, or has
   * registered: a port that has left the partition can take back what it left there.
   */
  private static ChangeAnswer remove(RegistrationChanges changes, ServiceRequest request) {
    // What is left of a lease changes every second, so that no port could name it.
    long mask = request.componentMask() & ~ServiceRecord.SERVICE_LEASE.mask();
    List<RegisteredService> found = new ArrayList<>();
    for (RegisteredService service : changes.services().values()) {
      boolean isOwn = request.requesterGuid() == service.ownerGuid();
      if ((isOwn || request.requesterHolds().test(service.id().pKey()))
          && service.leaseEndMs() > changes.atMs()
          && RecordMatcher.matches(
              record(new ServiceRecord(), service, changes.atMs(), true), request.asked(), mask)) {
        found.add(service);
      }
    }
    if (found.size() != 1) {
      return new Refused(found.isEmpty() ? SaStatus.NO_RECORDS : SaStatus.TOO_MANY_RECORDS);
    }
    RegisteredService service = found.getFirst();
    if (!mayChange(service, request, key(request.asked().bytes(), CONTENT_OFFSET))) {
      return new Refused(SaStatus.REQ_DENIED);
    }
    changes.remove(service);
    return done(changes, service, request);
  }

  private static boolean mayChange(
      RegisteredService service, ServiceRequest request, byte[] shownKey) {
    byte[] key = key(service.content(), 0);
    return Arrays.equals(key, new byte[KEY_BYTES])
        || Arrays.equals(key, shownKey)
        || request.requesterGuid() == service.ownerGuid()
        || request.isTrusted();
  }

  private static byte[] key(byte[] bytes, int offset) {
    return Arrays.copyOfRange(bytes, offset, offset + KEY_BYTES);
  }

  private static Done done(
      RegistrationChanges changes, RegisteredService service, ServiceRequest request) {
    return new Done(record(new ServiceRecord(), service, changes.atMs(), request.isTrusted()));
  }

  /**
   * Writes what a service is.
   *
   * @param atMs of what is left of its lease, ms since 1970
   * @param isKeyShown whether with its ServiceKey
   */
  public static ServiceRecord record(
      ServiceRecord record, RegisteredService service, long atMs, boolean isKeyShown) {
    RegisteredService.Id id = service.id();
    record
        .serviceId(id.serviceId())
        .serviceGid(new Gid(id.gidHigh(), id.gidLow()))
        .servicePKey(id.pKey())
        .serviceLease(leaseLeft(service, atMs));
    record.copyContent(service.content());
    return isKeyShown ? record : record.serviceKey(new byte[KEY_BYTES]);
  }

  /** Seconds, a begun one counts. */
  private static long leaseLeft(RegisteredService service, long atMs) {
    return service.leaseEndMs() == RegisteredService.FOR_EVER
        ? LEASE_FOR_EVER
        : Math.clamp(Math.ceilDiv(service.leaseEndMs() - atMs, 1000L), 0, LEASE_FOR_EVER - 1);
  }
}
