package io.dateline.sm.partition;

import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import io.dateline.persistence.event.RunTimePartition.Broadcast;

/**
 * A multicast group that a partition has from the start, with the terms in the units of
 * MCMemberRecord (IBA Vol 1, 15.2.5.17). The group of IPv4's broadcasts (RFC 4391, 4) is one, too.
 *
 * @param mgid its GID, with the scope; in a group of IP also with the partition's P_Key
 * @param mtu code of its MTU, 1 to 5
 * @param rate code of its rate
 * @param sl its SL
 * @param qKey its Q_Key, 32 bits
 * @param trafficClass its TClass, 8 bits
 * @param flowLabel its FlowLabel, 20 bits
 */
public record PartitionGroup(
    Gid mgid, int mtu, int rate, Sl sl, int qKey, int trafficClass, int flowLabel) {

  /**
   * The SL of a group.
   *
   * @param value 0 to 15
   * @param needsQos whether it is 0 instead where QoS is off: so if the partition gave it, not the
   *     group's own line
   */
  public record Sl(int value, boolean needsQos) {}

  /** That of IPv4's broadcasts as a definition with {@code ipoib} and such flags has it. */
  static PartitionGroup broadcast(int fullKey, Broadcast flags) {
    return GroupFlags.of(flags).group(Mgid.withKey(Mgid.BROADCAST, fullKey));
  }

  /** The scope in which it can be reached: 4 bits of its GID (IBA Vol 1, 4.1.1). */
  public int scope() {
    return Mgid.scope(mgid);
  }
}
