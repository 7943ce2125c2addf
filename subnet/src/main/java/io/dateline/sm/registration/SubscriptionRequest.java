package io.dateline.sm.registration;

import io.dateline.mad.attribute.InformInfo;
import io.dateline.sm.change.ChangeRequest;

/**
 * A port subscribes to notices, or ends a subscription. Immutable; stays on its node.
 *
 * @param asked as it came in, read only
 * @param requesterGuid PortGUID of the port that asks
 * @param queuePair that asks
 * @param isTrusted whether it knew the SM_Key
 */
public record SubscriptionRequest(
    InformInfo asked, long requesterGuid, int queuePair, boolean isTrusted)
    implements ChangeRequest {}
