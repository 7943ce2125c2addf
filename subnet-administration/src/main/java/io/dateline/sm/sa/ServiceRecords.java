package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.persistence.event.RegisteredService;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.ServiceRequest;
import io.dateline.sm.registration.ServiceRules;
import java.util.Collection;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * ServiceRecord (IBA Vol 1, 15.2.5.14): services that ports offer. One is shown to ports of its
 * partition only, and its ServiceKey to trusted requesters. A Set registers, a Delete removes.
 */
final class ServiceRecords implements RecordSource {
  @Override
  public int attributeId() {
    return AttributeId.SERVICE_RECORD;
  }

  @Override
  public int recordBytes() {
    return ServiceRecord.BYTES;
  }

  @Override
  public int methodStatus(int method) {
    return method == Mad.SET || method == Mad.DELETE ? 0 : RecordSource.super.methodStatus(method);
  }

  @Override
  public boolean namesItsEnds(long componentMask) {
    return (componentMask & ServiceRecord.SERVICE_ID.mask()) != 0;
  }

  /** Each that has the ServiceID, which all ports may offer. */
  @Override
  public long looks(SaRequest request, SubnetIndex index, Register register) {
    long serviceId = ServiceRecord.SERVICE_ID.get(request.mad().bytes(), Mad.SA_DATA);
    return register.registrations().services(serviceId).stream()
        .limit(SubnetAdministration.CHEAP_LOOKS + 1L) // to count all of them is to look at them
        .count();
  }

  @Override
  public long looksAtAll(SubnetIndex index, Register register) {
    return register.registrations().services().size();
  }

  @Override
  public int check(SaQuery query) {
    return query.method() == Mad.SET
            && !(query.has(ServiceRecord.SERVICE_ID) && query.has(ServiceRecord.SERVICE_GID))
        ? SaStatus.REQ_INSUFFICIENT_COMPONENTS
        : 0;
  }

  @Override
  public ServiceRequest wanted(SaQuery query) {
    ServiceRecord asked = ServiceRecord.of(query.data());
    int port = query.endPort(asked.serviceGid().interfaceId());
    Optional<IntPredicate> portHolds =
        port == Fabric.NONE ? Optional.empty() : Optional.of(query.keysOf(port)::holds);
    return new ServiceRequest(
        query.method() == Mad.SET,
        query.componentMask(),
        asked,
        query.requesterGuid(),
        query.keysOf(query.requester())::holds,
        portHolds,
        query.isTrusted());
  }

  @Override
  public void collect(SaQuery query, RecordTable answer) {
    PartitionKeys keys = query.keysOf(query.requester());
    for (RegisteredService service : candidates(query)) {
      if (answer.isExceeded()) {
        return;
      }
      if (service.leaseEndMs() > query.atMs() && keys.holds(service.id().pKey())) {
        add(query, service, answer);
      }
    }
  }

  private static Collection<RegisteredService> candidates(SaQuery query) {
    return query.has(ServiceRecord.SERVICE_ID)
        ? query.registrations().services(query.value64(ServiceRecord.SERVICE_ID))
        : query.registrations().services();
  }

  private static void add(SaQuery query, RegisteredService service, RecordTable answer) {
    int offset = answer.next();
    ServiceRecord record = ServiceRecord.in(answer.bytes(), offset);
    // A port that knows the key finds the service by it, and is not shown it all the same.
    ServiceRules.record(record, service, query.atMs(), true);
    if (query.matches(ServiceRecord.LAYOUT, answer.bytes(), offset, 0)) {
      ServiceRules.record(record, service, query.atMs(), query.isTrusted());
      answer.keep();
    }
  }
}
