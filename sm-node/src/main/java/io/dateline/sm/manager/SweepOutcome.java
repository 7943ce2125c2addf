package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a heavy sweep that went through all its steps has come to. OpenSM has two ends for it,
 * SUBNET UP and "Errors during initialization", and one sick node denies it the first for as long
 * as it is there. Here the subnet is up, with errors, as long as most of it can be used.
 *
 * <p>An end port is lost when it did not take its addresses, when its link is not Active, or when
 * the switch it is at is not programmed. The subnet is not up when the own port is lost, or half of
 * all: with one host at each switch, hosts that are locked are half, and take their switches' ports
 * along.
 *
 * @param errors sentences; the next sweep may mend what they tell
 * @param notUp why the subnet is not up, if it is not
 */
record SweepOutcome(List<String> errors, Optional<String> notUp) {

  /** Of a sweep whose last step has ended. */
  static SweepOutcome of(HeavySweep sweep) {
    List<String> errors = new ArrayList<>(addressErrors(sweep));
    if (!sweep.unprogrammed.isEmpty()) {
      errors.add(
          "%d of %d switches not programmed, the first with GUID %s"
              .formatted(
                  sweep.unprogrammed.size(),
                  sweep.found.fabric().switchCount(),
                  Guid.format(sweep.unprogrammed.getFirst())));
    }
    if (!sweep.withoutGroups.isEmpty()) {
      errors.add(
          "%d of %d switches without their multicast entries, the first with GUID %s"
              .formatted(
                  sweep.withoutGroups.size(),
                  sweep.found.fabric().switchCount(),
                  Guid.format(sweep.withoutGroups.getFirst())));
    }
    int notActive = SweepSets.countNotActive(sweep);
    if (notActive > 0) {
      errors.add(notActive + " linked ports not Active");
    }
    int otherSets = sweep.setsFailed - sweep.unaddressed.size();
    if (otherSets > 0) {
      errors.add(otherSets + " other Sets failed");
    }
    return judged(sweep, lost(sweep), errors);
  }

  /**
   * As far as can be told when the end ports have been sent their addresses. Where most did not
   * take them, nothing else is to be tried: another manager's keys protect the subnet.
   */
  static SweepOutcome ofAddressing(HeavySweep sweep) {
    return judged(sweep, sweep.unaddressed, addressErrors(sweep));
  }

  private static SweepOutcome judged(HeavySweep sweep, IntSet lost, List<String> errors) {
    int all = sweep.found.fabric().endPorts().length;
    boolean notUp = lost.contains(sweep.found.localPort()) || 2 * lost.size() >= all;
    return new SweepOutcome(
        List.copyOf(errors),
        notUp
            ? Optional.of(
                "%d of %d end ports cannot be used%s: %s"
                    .formatted(
                        lost.size(),
                        all,
                        lost.contains(sweep.found.localPort()) ? ", the own one among them" : "",
                        String.join("; ", errors)))
            : Optional.empty());
  }

  private static List<String> addressErrors(HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    List<String> errors = new ArrayList<>();
    PortKeys.locked(sweep.found).ifPresent(errors::add);
    IntOpenHashSet others = new IntOpenHashSet(sweep.unaddressed);
    for (int port : PortKeys.hiding(sweep.found)) {
      others.remove(port);
    }
    if (!others.isEmpty()) {
      errors.add(
          "%d of %d end ports did not take their addresses, one of them with GUID %s"
              .formatted(
                  others.size(),
                  fabric.endPorts().length,
                  Guid.format(fabric.portGuid(others.iterator().nextInt()))));
    }
    return errors;
  }

  private static IntSet lost(HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    IntOpenHashSet lost = new IntOpenHashSet(sweep.unaddressed);
    for (int port : fabric.endPorts()) {
      int peer = fabric.peer(port);
      int atSwitch = peer == Fabric.NONE ? fabric.nodeOf(port) : fabric.nodeOf(peer);
      boolean unlinked = peer != Fabric.NONE && (!isActive(sweep, port) || !isActive(sweep, peer));
      if (unlinked || sweep.unprogrammed.contains(fabric.nodeGuid(atSwitch))) {
        lost.add(port);
      }
    }
    return lost;
  }

  private static boolean isActive(HeavySweep sweep, int port) {
    byte[] info = sweep.found.attributes().portInfo()[port];
    return info != null && PortInfo.portState(info) == PortState.ACTIVE;
  }
}
