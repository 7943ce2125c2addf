package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.util.BitSet;

/**
 * Which switches others may have programmed, or power may have left, since this subnet's managers
 * last did: those that hold no key of any term, and those whose links have all come up since. What
 * their programmers remember is worth nothing. Pure.
 *
 * <p>Neither key nor LinearFDBTop alone prove that a switch still has its tables: a Set that was
 * not answered before power left is sent again, and may give a switch that is back one or both.
 */
final class DoubtfulSwitches {
  private DoubtfulSwitches() {}

  /**
   * Switches whose tables are not known here.
   *
   * @param shown M_Keys by end port, of ports that showed theirs only to the right key
   */
  static BitSet switches(SubnetState state, Discovered found, Int2LongMap shown) {
    Fabric fabric = found.fabric();
    BitSet foreign = new BitSet(fabric.switchCount());
    for (int node = 0; node < fabric.switchCount(); node++) {
      int port = fabric.port(node, 0);
      byte[] info = found.attributes().portInfo()[port];
      if (info != null && (hasRestarted(found, node) || !holdsOurKey(state, found, shown, port))) {
        foreign.set(node);
      }
    }
    return foreign;
  }

  /** Whether a switch has links, and no subnet manager has taken one of them beyond Init. */
  private static boolean hasRestarted(Discovered found, int node) {
    Fabric fabric = found.fabric();
    boolean hasLinks = false;
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      byte[] info = found.attributes().portInfo()[fabric.port(node, number)];
      int portState = info == null ? PortState.DOWN : PortInfo.portState(info);
      if (portState > PortState.INIT) {
        return false;
      }
      hasLinks |= portState == PortState.INIT;
    }
    return hasLinks;
  }

  /**
   * Whether the node that a port is managed at, as far as the sweep knows, has been told by none
   * but this subnet's managers since it was last switched on.
   *
   * @param shown as for {@link #switches}
   */
  static boolean isOurs(SubnetState state, HeavySweep sweep, Int2LongMap shown, int port) {
    Fabric fabric = sweep.found.fabric();
    int node = fabric.nodeOf(port);
    boolean onSwitch = fabric.isSwitch(node);
    int manager = onSwitch ? fabric.port(node, 0) : port;
    byte[] info = sweep.found.attributes().portInfo()[manager];
    return info != null
        && (onSwitch
            ? !sweep.foreign.get(node)
            : PortInfo.portState(info) > PortState.INIT) // else it may have restarted
        && holdsOurKey(state, sweep.found, shown, manager);
  }

  /**
   * Whether an end port holds a key of this subnet's managers.
   *
   * @param shown as for {@link #switches}
   */
  static boolean holdsOurKey(SubnetState state, Discovered found, Int2LongMap shown, int endPort) {
    byte[] info = found.attributes().portInfo()[endPort];
    return info != null
        && isOurs(
            state,
            found.fabric().portGuid(endPort),
            shown.getOrDefault(endPort, PortInfo.of(info).mKey()));
  }

  private static boolean isOurs(SubnetState state, long portGuid, long mKey) {
    return mKey != 0 && state.allKeys().stream().anyMatch(keys -> keys.of(portGuid) == mKey);
  }
}
