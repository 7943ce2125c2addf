package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.PortState;

/**
 * Carries a packet from port to port as the switches would: by the directed route in it (IBA Vol 1,
 * 14.2.2), or by the forwarding tables that were really programmed (18.2.4.3).
 *
 * <p>Every method returns the port a packet arrived by, or {@link #LOST}. A packet that a node
 * sends to itself arrives by the port it left from: port 0 of a switch.
 */
final class PacketWalk {
  static final int LOST = Fabric.NONE;

  /** Switches a LID-routed packet passes before it is taken to be in a loop. */
  static final int HOPS_MAX = 64;

  private static final int DR_SLID = 32;
  private static final int DR_DLID = 34;

  private final SimulatedState state;
  private final Fabric fabric;
  private final int[] cables;
  private int hops;
  private int turn; // where a directed part ended and a LID-routed one began, NONE for nowhere

  PacketWalk(SimulatedState state) {
    this.state = state;
    fabric = state.fabric;
    cables = state.cables;
  }

  /** Links crossed since {@link #start}. */
  int hops() {
    return hops;
  }

  void start() {
    hops = 0;
    turn = Fabric.NONE;
  }

  /**
   * The source LID that a directed-route SMP arrives with: that of the switch where its directed
   * part ended and its LID-routed part began, permissive where there is no such part.
   */
  int sourceLid() {
    return turn == Fabric.NONE ? Lid.PERMISSIVE : state.lid(state.managementPort(turn));
  }

  /**
   * Takes a directed-route SMP outward. Fills in its return path and hop pointer.
   *
   * @param destinationLid where its directed part begins, if DrSLID is not permissive
   */
  int outward(int from, Mad smp, int destinationLid) {
    int count = smp.hopCount();
    if (count > DirectedRoute.HOPS_MAX || smp.hopPointer() != 0) {
      return LOST;
    }
    int at = from;
    if (smp.u16(DR_SLID) != Lid.PERMISSIVE) {
      at = byLid(at, destinationLid, PortState.INIT);
    }
    for (int hop = 1; hop <= count && at != LOST; hop++) {
      at = leave(at, smp.initialPath(hop), hop == 1);
      if (at != LOST) {
        smp.returnPath(hop, fabric.portNumber(at));
      }
    }
    smp.hopPointer(count + 1);
    if (at != LOST && smp.u16(DR_DLID) != Lid.PERMISSIVE) {
      turn = at;
      at = byLid(at, smp.u16(DR_DLID), PortState.INIT);
    }
    return at;
  }

  /**
   * Takes a directed-route SMP back along its return path. Clients of ibsim's protocol may leave
   * the hop pointer at 0, as ibsim itself does.
   *
   * @param destinationLid where its directed part ended, if DrDLID is not permissive
   */
  int homeward(int from, Mad smp, int destinationLid) {
    int count = smp.hopCount();
    int pointer = smp.hopPointer();
    if (count > DirectedRoute.HOPS_MAX || (pointer != count + 1 && pointer != 0)) {
      return LOST;
    }
    int at = from;
    if (smp.u16(DR_DLID) != Lid.PERMISSIVE) {
      at = byLid(at, destinationLid, PortState.INIT);
    }
    for (int hop = count; hop >= 1 && at != LOST; hop--) {
      at = leave(at, smp.returnPath(hop), hop == count);
    }
    smp.hopPointer(0);
    if (at != LOST && smp.u16(DR_SLID) != Lid.PERMISSIVE) {
      turn = at;
      at = byLid(at, smp.u16(DR_SLID), PortState.INIT);
    }
    return at;
  }

  /**
   * Takes a packet to the end port of a unicast LID.
   *
   * @param stateMin the state both ends of a link need: Init for SMPs, Armed for everything else
   */
  int byLid(int from, int lid, int stateMin) {
    if (!Lid.isUnicast(lid)) {
      return LOST;
    }
    if (state.owns(from, lid)) {
      return from;
    }
    int at = fabric.isSwitch(fabric.nodeOf(from)) ? from : cross(from, stateMin);
    for (int hop = 0; hop < HOPS_MAX && at != LOST; hop++) {
      int node = fabric.nodeOf(at);
      if (!fabric.isSwitch(node)) {
        return state.owns(at, lid) ? at : LOST;
      }
      int out = state.route(node, lid);
      if (out == 0) {
        return state.owns(fabric.port(node, 0), lid) ? at : LOST;
      }
      if (out > fabric.externalPortCount(node)) {
        state.counters.relayErrors[at]++;
        return LOST;
      }
      at = cross(fabric.port(node, out), stateMin);
    }
    return LOST;
  }

  /** One hop of a directed route: only its ends may be something else than a switch. */
  private int leave(int at, int number, boolean isEnd) {
    int node = fabric.nodeOf(at);
    boolean possible =
        fabric.isSwitch(node)
            ? number >= 1 && number <= fabric.externalPortCount(node)
            : isEnd && number == fabric.portNumber(at);
    return possible ? cross(fabric.port(node, number), PortState.INIT) : LOST;
  }

  private int cross(int out, int stateMin) {
    int in = cables[out];
    if (in == Fabric.NONE || state.portState(out) < stateMin || state.portState(in) < stateMin) {
      state.counters.discards[out]++;
      return LOST;
    }
    state.counters.crossed(out, in);
    hops++;
    return in;
  }
}
