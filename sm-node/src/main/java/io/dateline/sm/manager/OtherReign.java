package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.util.Optional;

/**
 * Whether another subnet manager has had the subnet since this one's managers last did, by what
 * ports show: it may have come and gone while no node of this one was there to be told. Pure.
 *
 * <p>Ports of adapters count that the journal knows and whose links are up: a manager has brought
 * them up, and it has put its key there. A port in Init has restarted, or was moved: what it holds
 * may be of any time and place. Some ports may be another's while the subnet is not, as where two
 * fabrics were joined, or a rack was away: so most of them decide.
 */
final class OtherReign {
  private OtherReign() {}

  /**
   * What shows it, as a sentence; empty where nothing does.
   *
   * @param shown M_Keys by end port, of ports that showed theirs only to the right key
   */
  static Optional<String> sign(SubnetState state, Discovered found, Int2LongMap shown) {
    int managed = 0;
    int others = 0;
    for (int port : found.fabric().endPorts()) {
      if (isManaged(state, found, port)) {
        managed++;
        others += DoubtfulSwitches.holdsOurKey(state, found, shown, port) ? 0 : 1;
      }
    }
    return 2 * others > managed
        ? Optional.of(
            "%d of %d ports of adapters that are up hold no M_Key of this one"
                .formatted(others, managed))
        : Optional.empty();
  }

  private static boolean isManaged(SubnetState state, Discovered found, int endPort) {
    Fabric fabric = found.fabric();
    byte[] data = found.attributes().portInfo()[endPort];
    if (data == null
        || fabric.isSwitch(fabric.nodeOf(endPort))
        || state.lids().baseLid(fabric.portGuid(endPort)) == Lid.NONE) {
      return false;
    }
    PortInfo info = PortInfo.of(data);
    return info.portState() > PortState.INIT && Lid.isUnicast(info.lid());
  }
}
