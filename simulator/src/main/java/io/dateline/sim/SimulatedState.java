package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastRow;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SwitchInfo;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Everything that changes in a simulated subnet: cables, power, and the attributes of every node as
 * bytes in wire order. Indices are those of the {@link Fabric} it was built from, which gives what
 * never changes: nodes, port numbers, GUIDs.
 *
 * <p>Tables that most nodes keep at their power-on values are null until they are first written, so
 * that the largest subnet there can be, 3,840 switches and 45,056 channel adapters, takes some 60
 * MB when it is switched on and 250 MB when every forwarding table is full.
 *
 * <p>Belongs to the one thread that runs the simulation.
 */
final class SimulatedState {
  static final int LFT_BLOCK = 64;

  /** "No way", as a linear forwarding table says it. */
  static final int NO_ROUTE = 0xFF;

  final Fabric fabric;
  final SimulationOptions options;

  /** By port: the port at the other end of the cable, {@link Fabric#NONE} where none is plugged. */
  final int[] cables;

  /** By node. */
  final boolean[] powered;

  /** By node: what it calls itself. */
  final String[] descriptions;

  /** By port, {@link PortInfo#BYTES} each. */
  final byte[] portInfos;

  /** By switch, {@link SwitchInfo#BYTES} each. */
  final byte[] switchInfos;

  /** By port: whether the LED is on. */
  final boolean[] leds;

  /** By port: whether the vendor's FDR10 is enabled. */
  final boolean[] fdr10;

  /** By switch: output port by LID, as long as the blocks written; null before the first. */
  final byte[][] linearTables;

  long linearBlocksSet;

  long guidBlocksSet;

  /** By switch: {@code [block][position * 64 ..]}, see {@link SwitchAgent}; null before. */
  final byte[][][] multicastTables;

  /** By port: blocks of 32 P_Keys; null at power-on. */
  final byte[][] pKeys;

  /** By node: SL to VL maps, see {@link TableAgent}; null at power-on. */
  final byte[][] slToVls;

  /** By port: four blocks of VL arbitration; null at power-on. */
  final byte[][] vlArbitrations;

  /** By port: alias GUIDs; null at power-on. */
  final byte[][] guids;

  final PortCounters counters;

  /** Switches at which a port went up or down since the notices were last raised. */
  final IntLinkedOpenHashSet changedSwitches = new IntLinkedOpenHashSet();

  SimulatedState(Fabric fabric, SimulationOptions options) {
    this.fabric = fabric;
    this.options = options;
    int ports = fabric.portCount();
    int switches = fabric.switchCount();
    cables = new int[ports];
    powered = new boolean[fabric.nodeCount()];
    descriptions = new String[fabric.nodeCount()];
    Arrays.setAll(descriptions, fabric::description);
    portInfos = new byte[ports * PortInfo.BYTES];
    switchInfos = new byte[switches * SwitchInfo.BYTES];
    leds = new boolean[ports];
    fdr10 = new boolean[ports];
    linearTables = new byte[switches][];
    multicastTables = new byte[switches][][];
    pKeys = new byte[ports][];
    slToVls = new byte[fabric.nodeCount()][];
    vlArbitrations = new byte[ports][];
    guids = new byte[ports][];
    counters = new PortCounters(ports);
    for (int port = 0; port < ports; port++) {
      cables[port] = fabric.peer(port);
    }
  }

  /** Gives a node the attributes of one that has just been switched on. Links stay as they are. */
  void reset(int node) {
    int first = fabric.port(node, 0);
    int end = first + fabric.externalPortCount(node) + 1;
    for (int port = first; port < end; port++) {
      leds[port] = false;
    }
    Arrays.fill(pKeys, first, end, null);
    Arrays.fill(vlArbitrations, first, end, null);
    Arrays.fill(guids, first, end, null);
    slToVls[node] = null;
    counters.reset(first, end);
    if (fabric.isSwitch(node)) {
      linearTables[node] = null;
      multicastTables[node] = null;
      PowerOn.switchInfo(this, node);
    }
    for (int port = first; port < end; port++) {
      PowerOn.portInfo(this, port);
    }
  }

  static int at(int port) {
    return port * PortInfo.BYTES;
  }

  PortInfo portInfo(int port) {
    return PortInfo.in(portInfos, at(port));
  }

  SwitchInfo switchInfo(int node) {
    return SwitchInfo.in(switchInfos, node * SwitchInfo.BYTES);
  }

  int portState(int port) {
    return PortInfo.PORT_STATE.getInt(portInfos, at(port));
  }

  boolean isUp(int port) {
    return portState(port) >= PortState.INIT;
  }

  int lid(int port) {
    return PortInfo.LID.getInt(portInfos, at(port));
  }

  int masterSmLid(int port) {
    return PortInfo.MASTER_SM_LID.getInt(portInfos, at(port));
  }

  /** Whether one of the LIDs of an end port is {@code lid}. */
  boolean owns(int port, int lid) {
    int base = lid(port);
    return base != 0 && lid >= base && lid < base + (1 << PortInfo.LMC.getInt(portInfos, at(port)));
  }

  /** Port 0 of a switch; the port itself of anything else. Management of the port is there. */
  int managementPort(int port) {
    int node = fabric.nodeOf(port);
    return fabric.isSwitch(node) ? fabric.port(node, 0) : port;
  }

  /** Output port number for {@code lid}, or {@link #NO_ROUTE}. */
  int route(int switchNode, int lid) {
    byte[] table = linearTables[switchNode];
    if (table == null
        || lid >= table.length
        || lid > SwitchInfo.LINEAR_FDB_TOP.getInt(switchInfos, switchNode * SwitchInfo.BYTES)) {
      return NO_ROUTE;
    }
    return table[lid] & 0xFF;
  }

  /** What a port holds of P_Keys; at power-on it is a full member of the default partition. */
  short[] pKeys(int port) {
    short[] keys = new short[options.partitionCap()];
    if (pKeys[port] == null) {
      keys[0] = -1;
    } else {
      ByteBuffer.wrap(pKeys[port]).asShortBuffer().get(keys);
    }
    return keys;
  }

  /** What an end port holds of GUIDs; the first one is its own. */
  long[] guids(int endPort) {
    long[] held = new long[PowerOn.GUID_CAP];
    if (guids[endPort] != null) {
      ByteBuffer.wrap(guids[endPort]).asLongBuffer().get(held);
    }
    held[0] = fabric.portGuid(endPort);
    return held;
  }

  /** What a switch holds of multicast. */
  MulticastRow multicastRow(int switchNode) {
    MulticastRow row = MulticastRow.EMPTY;
    byte[][] table = multicastTables[switchNode];
    for (int block = 0; table != null && block < table.length; block++) {
      if (table[block] != null) {
        int positions = table[block].length / MulticastRow.BLOCK_BYTES;
        int first = block * MulticastRow.POSITIONS;
        int[] numbers = IntStream.range(first, first + positions).toArray();
        row = row.with(numbers, table[block]);
      }
    }
    return row;
  }
}
