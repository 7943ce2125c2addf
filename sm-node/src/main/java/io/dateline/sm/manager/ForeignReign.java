package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sm.discover.Discovered;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.util.BitSet;

/**
 * Which switches others may have programmed, or power may have left, since this subnet's managers
 * last did: those that hold no key of any term. What their programmers remember is worth nothing.
 * Pure.
 */
final class ForeignReign {
  private ForeignReign() {}

  /**
   * Switches whose tables nobody here knows.
   *
   * @param shown M_Keys by end port, of ports that showed theirs only to the right key
   */
  static BitSet switches(SubnetState state, Discovered found, Int2LongMap shown) {
    Fabric fabric = found.fabric();
    BitSet foreign = new BitSet(fabric.switchCount());
    for (int node = 0; node < fabric.switchCount(); node++) {
      int port = fabric.port(node, 0);
      byte[] info = found.attributes().portInfo()[port];
      if (info != null && !isOurs(state, shown.getOrDefault(port, PortInfo.of(info).mKey()))) {
        foreign.set(node);
      }
    }
    return foreign;
  }

  private static boolean isOurs(SubnetState state, long mKey) {
    return mKey != 0 && (mKey == state.mKey() || state.olderMKeys().contains(mKey));
  }
}
