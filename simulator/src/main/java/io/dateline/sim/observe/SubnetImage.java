package io.dateline.sim.observe;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.sim.SimulatedFabric;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What subnet managers have written into the hardware of a simulated subnet, at one moment.
 *
 * @param lids base LIDs by port GUID; ports that have none are left out
 * @param tables by switch GUID, the output port of every LID up to LinearFDBTop
 * @param blocksSet blocks of these tables that were written since the subnet was switched on
 */
public record SubnetImage(Map<Long, Integer> lids, Map<Long, ByteBuffer> tables, long blocksSet) {

  /** On the simulator's thread. */
  public static SubnetImage of(SimulatedFabric simulated) {
    return new SubnetImage(lids(simulated), tables(simulated), simulated.stats().linearBlocksSet());
  }

  private static Map<Long, Integer> lids(SimulatedFabric simulated) {
    Fabric fabric = simulated.fabric();
    Map<Long, Integer> lids = new TreeMap<>();
    for (int port : fabric.endPorts()) {
      if (simulated.lid(port) != 0) {
        lids.put(fabric.portGuid(port), simulated.lid(port));
      }
    }
    return lids;
  }

  private static Map<Long, ByteBuffer> tables(SimulatedFabric simulated) {
    Fabric fabric = simulated.fabric();
    Map<Long, ByteBuffer> tables = new TreeMap<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      SwitchInfo info = simulated.switchInfo(node);
      byte[] row = new byte[info.linearFdbTop() + 1];
      for (int lid = 0; lid < row.length; lid++) {
        row[lid] = (byte) simulated.route(node, lid);
      }
      tables.put(fabric.nodeGuid(node), ByteBuffer.wrap(row).asReadOnlyBuffer());
    }
    return tables;
  }

  /** Ports whose LID is another than in an earlier image, or that have one in only one of them. */
  public int lidsOtherThan(SubnetImage before) {
    return differing(before.lids, lids);
  }

  /** Switches whose table is another than in an earlier image. */
  public int tablesOtherThan(SubnetImage before) {
    return differing(before.tables, tables);
  }

  private static <V> int differing(Map<Long, V> before, Map<Long, V> now) {
    TreeMap<Long, V> all = new TreeMap<>(before);
    all.putAll(now);
    return (int)
        all.keySet().stream()
            .filter(guid -> !Objects.equals(before.get(guid), now.get(guid)))
            .count();
  }
}
