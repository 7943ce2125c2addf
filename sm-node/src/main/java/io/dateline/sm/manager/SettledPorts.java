package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.link.Enforcement;
import io.dateline.sm.link.PortSettings;
import java.util.BitSet;
import java.util.Optional;

/**
 * Switch ports that had nothing to be told when a sweep armed ports. They have nothing to be told
 * in the next one either where they and the ports they face have told nothing new since, and what
 * ports are to have is the same: so that of a large fabric only those are planned for that changed.
 */
final class SettledPorts {
  private final Fabric fabric;
  private final byte[][] portInfo; // as it was then, by port
  private final PortSettings settings;
  private final Optional<?>[] enforcements; // by port that is settled
  private final BitSet settled = new BitSet();

  /** None yet, of a sweep that is about to arm ports. */
  SettledPorts(Discovered found, PortSettings settings) {
    fabric = found.fabric();
    portInfo = found.attributes().portInfo().clone();
    this.settings = settings;
    enforcements = new Optional<?>[portInfo.length];
  }

  /** A port has nothing to be told. */
  void add(int port, Optional<Enforcement> enforcement) {
    settled.set(port);
    enforcements[port] = enforcement;
  }

  /**
   * Whether ports of a later sweep can be looked up here: nodes have the same indices, and the rest
   * of what ports are to have is as it was.
   */
  boolean isOf(Discovered later, PortSettings now) {
    return settings.equals(now) && fabric.hasSameNodes(later.fabric());
  }

  /** Whether a port of a later sweep has nothing to be told. */
  boolean holds(Discovered later, int port, Optional<Enforcement> enforcement) {
    byte[][] now = later.attributes().portInfo();
    int peer = fabric.peer(port);
    return settled.get(port)
        && now[port] == portInfo[port]
        && later.fabric().peer(port) == peer
        && (peer == Fabric.NONE || now[peer] == portInfo[peer])
        && enforcements[port].equals(enforcement);
  }
}
