package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sm.discover.NodeBook;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.BitSet;

/**
 * P_Key checks of switch ports that end, as ports are told no P_Keys any more. Only those end that
 * this subnet's managers began, and once: what is set afterwards is another manager's or a tool's.
 *
 * <p>The journal knows the P_Key tables of just the switch ports that were told. One whose checks
 * have ended is not known any more. Owned by the subnet manager's actor.
 */
final class EndedChecks {
  // Switches that others may have told in this term. A sweep that fails does not write them down.
  private final LongSet foreign = new LongOpenHashSet();

  /** Ports are told anew, or a term begins. */
  void forget() {
    foreign.clear();
  }

  /** A sweep knows which switches were in other hands. */
  void surveyed(HeavySweep sweep) {
    sweep.foreign.stream().forEach(node -> foreign.add(sweep.found.fabric().nodeGuid(node)));
  }

  /**
   * Finds the ports whose checks the sweep is to end.
   *
   * @param nodes as the journal has them
   */
  void plan(NodeBook nodes, HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    for (int node = 0; node < fabric.switchCount(); node++) {
      BitSet known = nodes.portsWithKeys(fabric.nodeGuid(node));
      for (int number = known.nextSetBit(1);
          number > 0 && number <= fabric.externalPortCount(node);
          number = known.nextSetBit(number + 1)) {
        plan(sweep, fabric.port(node, number), foreign.contains(fabric.nodeGuid(node)));
      }
    }
  }

  private static void plan(HeavySweep sweep, int port, boolean isForeign) {
    byte[] info = sweep.found.attributes().portInfo()[port];
    if (!isForeign && info != null && checks(PortInfo.of(info))) {
      sweep.checksToEnd.set(port);
    } else {
      sweep.found.attributes().pKeys()[port] = null;
    }
  }

  private static boolean checks(PortInfo info) {
    return info.partitionEnforcementInbound() || info.partitionEnforcementOutbound();
  }
}
