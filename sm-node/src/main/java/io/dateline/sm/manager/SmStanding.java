package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import java.util.concurrent.atomic.AtomicLong;

/** This node's subnet manager as others on the fabric see it. Any thread may ask. */
public final class SmStanding {
  private final long portGuid;
  private final long smKey;
  private final int priority;
  private volatile int state = SmInfo.STATE_NOT_ACTIVE;
  private final AtomicLong actCount = new AtomicLong();

  public SmStanding(long portGuid, long smKey, int priority) {
    this.portGuid = portGuid;
    this.smKey = smKey;
    this.priority = priority;
  }

  /**
   * Enters a state of IBA Vol 1, 14.4.1: one of the constants of {@link SmInfo}. Only the subnet
   * manager's actor calls it.
   *
   * @return whether it was another one before
   */
  boolean enter(int next) {
    boolean changes = state != next;
    state = next;
    return changes;
  }

  /** The SMInfo attribute, as it stands now. */
  public SmInfo smInfo() {
    return new SmInfo()
        .guid(portGuid)
        .smKey(smKey)
        .actCount(actCount.incrementAndGet() & 0xFFFF_FFFFL)
        .priority(priority)
        .smState(state);
  }
}
