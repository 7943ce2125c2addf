package io.dateline.sm.subnet;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.Routing;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.sm.qos.QosPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * A subnet that is up, or is being told a routing: topology, addresses, routing, and the attributes
 * its nodes were last seen with. Subnet administration answers from this and from nothing else.
 *
 * <p>Attribute arrays are raw, as on the wire, and read only.
 *
 * @param generation number of the heavy sweep that found it
 * @param fabric topology
 * @param lids addresses, as assigned
 * @param routing tables, SLs and lanes, as programmed or on their way
 * @param attributes what the nodes said of themselves
 * @param subnetPrefix upper 64 bits of every GID
 * @param subnetTimeoutCode PortInfo SubnetTimeOut, and the packet life time of paths
 * @param policy which paths have which level of service, where an operator says so
 * @param partitionSls by the lower 15 bits of a P_Key, the SL of that partition's paths where
 *     neither they nor their level have one; 0 of partitions that are not there. None without QoS
 * @param managers the subnet managers that were found, this one first
 * @param multicast by switch GUID, the multicast entries it has acknowledged: of any thread's
 *     asking, and as they are then, for groups change while the rest stands
 */
public record SubnetView(
    long generation,
    Fabric fabric,
    LidMap lids,
    Routing routing,
    Attributes attributes,
    long subnetPrefix,
    int subnetTimeoutCode,
    Optional<QosPolicy> policy,
    Map<Integer, Integer> partitionSls,
    List<ManagerInfo> managers,
    LongFunction<MulticastRow> multicast) {

  /**
   * Raw attributes.
   *
   * @param nodeInfo by node, 40 bytes of NodeInfo, of the port by which a CA was reached
   * @param switchInfo by switch, 64 bytes of SwitchInfo data
   * @param portInfo by port, 64 bytes of PortInfo, null where it was never read
   * @param guidInfo by port, blocks of GUIDInfo (64 bytes each), from block 0 as far as they are
   *     known; null where none was ever read
   * @param pKeys by port, P_Key table as 16-bit values, zeros are empty slots; null if never read
   * @param slToVl by port of a CA or switch port 0: the port's own row of 8 bytes; for an external
   *     switch port: 8 bytes per input port, from port 0 on; null where it was never read or
   *     written
   * @param vlArbitration by port, the four blocks of 64 bytes; null where never read or written
   */
  public record Attributes(
      byte[][] nodeInfo,
      byte[][] switchInfo,
      byte[][] portInfo,
      byte[][] guidInfo,
      short[][] pKeys,
      byte[][] slToVl,
      byte[][] vlArbitration) {

    /** As they are now: code that reads and writes on puts new values in their place. */
    public Attributes copy() {
      return new Attributes(
          nodeInfo.clone(),
          switchInfo.clone(),
          portInfo.clone(),
          guidInfo.clone(),
          pKeys.clone(),
          slToVl.clone(),
          vlArbitration.clone());
    }

    /** Of a fabric of which nothing has been read yet. */
    public static Attributes unread(Fabric fabric) {
      int ports = fabric.portCount();
      return new Attributes(
          new byte[fabric.nodeCount()][],
          new byte[fabric.switchCount()][],
          new byte[ports][],
          new byte[ports][],
          new short[ports][],
          new byte[ports][],
          new byte[ports][]);
    }
  }

  /**
   * A subnet manager on this subnet.
   *
   * @param port its end port
   * @param smInfo its SMInfo, 64 bytes of attribute data
   */
  public record ManagerInfo(int port, byte[] smInfo) {
    /**
     * Whether it says that it is at the port of a GUID. IBA Vol 1, 14.2.5.13: the GUID of SMInfo is
     * that of the port where the subnet manager is.
     */
    public boolean isOf(long portGuid) {
      return SmInfo.of(smInfo).guid() == portGuid;
    }
  }
}
