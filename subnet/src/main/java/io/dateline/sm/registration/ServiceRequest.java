package io.dateline.sm.registration;

import io.dateline.mad.attribute.Field;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.sm.change.ChangeRequest;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A port asks that a service is registered or removed, with what the rules have to know of the
 * subnet. Immutable; stays on its node.
 *
 * @param isSet whether it is registered
 * @param componentMask what of {@code asked} counts
 * @param asked as it came in, read only
 * @param requesterGuid PortGUID of the port that asks
 * @param requesterHolds whether that port is in the partition of a P_Key, as whatever member
 * @param portHolds the same of the port of ServiceGID; empty where the subnet has none of that GUID
 * @param isTrusted whether the requester knew the SM_Key
 */
public record ServiceRequest(
    boolean isSet,
    long componentMask,
    ServiceRecord asked,
    long requesterGuid,
    IntPredicate requesterHolds,
    Optional<IntPredicate> portHolds,
    boolean isTrusted)
    implements ChangeRequest {
  boolean has(Field component) {
    return (componentMask & component.mask()) != 0;
  }
}
