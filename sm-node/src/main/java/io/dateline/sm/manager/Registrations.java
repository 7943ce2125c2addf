package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * Which end ports, by GUID, have registered here what they want of subnet administration, their
 * multicast groups above all, or were asked to. The others are asked when a sweep finds them (IBA
 * Vol 1, 14.4.11, ClientReregister): all of them where a reign does not go on with the last one's
 * subnet, and one that comes back, for it may never have seen its link go down. Owned by one actor.
 */
final class Registrations {
  private final LongSet registered = new LongOpenHashSet();

  private boolean isBegun; // ports were asked since all was cleared

  /** None has, and none was asked. */
  void clear() {
    registered.clear();
    isBegun = false;
  }

  boolean isUnbegun() {
    return !isBegun;
  }

  /** Those that are missing are asked now. */
  void begin() {
    isBegun = true;
  }

  /** A term goes on with a subnet that knows its ports. */
  void resumed(Fabric fabric) {
    isBegun = true;
    for (int port : fabric.endPorts()) {
      registered.add(fabric.portGuid(port));
    }
  }

  /**
   * A reign goes on with what the journal has, though not with the last sweep: ports that were
   * there then, and were in no other manager's hands since, have registered. Once it has begun,
   * what was asked counts.
   *
   * @param isKept of an end port
   */
  void keep(Fabric fabric, IntPredicate isKept) {
    for (int port : fabric.endPorts()) {
      if (!isBegun && isKept.test(port)) {
        registered.add(fabric.portGuid(port));
      }
    }
  }

  /** End ports that have to be asked. */
  BitSet missing(Fabric fabric) {
    BitSet missing = new BitSet();
    for (int port : fabric.endPorts()) {
      missing.set(port, !registered.contains(fabric.portGuid(port)));
    }
    return missing;
  }

  /** End ports have answered to that. */
  void asked(Fabric fabric, IntSet ports) {
    ports.forEach(port -> registered.add(fabric.portGuid(port)));
  }

  /** A sweep has brought the subnet up: those that it did not find are members of nothing. */
  void subnetUp(Fabric fabric) {
    registered.removeIf((long guid) -> fabric.endPortByGuid(guid) == Fabric.NONE);
  }
}
