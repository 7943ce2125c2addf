package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sm.discover.Discovered;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/**
 * Which M_Key every port was last seen to hold, for those that hide it. Owned by the subnet
 * manager's actor.
 */
final class PortKeys {
  private final Long2LongOpenHashMap keys = new Long2LongOpenHashMap(); // by port GUID

  /** The key an end port demands now: what it shows, else what it was last seen to hold. */
  long held(SubnetState state, Discovered found, int port) {
    PortInfo info = PortInfo.of(found.attributes().portInfo()[port]);
    if (info.mKey() != 0 || info.mKeyProtectBits() == 0) {
      return info.mKey();
    }
    return keys.getOrDefault(found.fabric().portGuid(port), state.previousMKey());
  }

  /** Takes note of the ports that show the key of the term. */
  void remember(SubnetState state, Discovered found) {
    Fabric fabric = found.fabric();
    for (int port : fabric.endPorts()) {
      byte[] info = found.attributes().portInfo()[port];
      if (info != null && PortInfo.of(info).mKey() == state.mKey()) {
        keys.put(fabric.portGuid(port), state.mKey());
      }
    }
  }
}
