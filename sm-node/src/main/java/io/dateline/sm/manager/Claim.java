package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import java.util.Set;

/**
 * A claim to a subnet (IBA Vol 1, 14.4.1): the higher priority goes before, among equals the lower
 * port GUID.
 */
record Claim(int priority, long portGuid) {
  static Claim of(SmInfo info) {
    return new Claim(info.priority(), info.guid());
  }

  /**
   * The claim of a cluster, whose nodes are one subnet manager: that of the best of its ports.
   * Otherwise the subnet would go round: to another manager, whose GUID is lower than the master's,
   * and from there to the node whose GUID is lower still.
   *
   * @param ports port GUIDs of all nodes
   */
  static Claim ofCluster(SmInfo own, Set<Long> ports) {
    long lowest = own.guid();
    for (long port : ports) {
      lowest = Long.compareUnsigned(port, lowest) < 0 ? port : lowest;
    }
    return new Claim(own.priority(), lowest);
  }

  boolean goesBefore(Claim other) {
    return priority != other.priority
        ? priority > other.priority
        : Long.compareUnsigned(portGuid, other.portGuid) < 0;
  }
}
