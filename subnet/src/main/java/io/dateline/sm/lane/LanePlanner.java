package io.dateline.sm.lane;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SlToVlMappingTable;
import io.dateline.mad.attribute.VlArbitrationTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Decides the SL2VL maps and VL arbitration tables a port should have: an engine's own, or what the
 * options say. Lanes that a link does not have are cut off as OpenSM does it: the VL is ANDed with
 * the largest one (15, which drops, stays). Pure; one instance serves one sweep.
 */
public final class LanePlanner {
  private static final int SLS = 16;
  private static final int BLOCKS = 4;
  private static final byte UNTOLD = (byte) (SlToVl.DROP << 4 | SlToVl.DROP);

  private final Fabric fabric;
  private final byte[][] portInfo;
  private final IntUnaryOperator operationalVls;
  private final Routing routing;
  private final QosSettings settings;
  private final boolean ownMaps; // the engine's, instead of those of the options
  private final boolean ownLanes; // and they are more than an SL for each

  /**
   * A planner of one sweep.
   *
   * @param portInfo by port, as read; null where it was not
   * @param operationalVls by port, the code of PortInfo OperationalVLs that it is to have
   */
  public LanePlanner(
      Fabric fabric,
      byte[][] portInfo,
      IntUnaryOperator operationalVls,
      Routing routing,
      QosSettings settings) {
    this.fabric = fabric;
    this.portInfo = portInfo;
    this.operationalVls = operationalVls;
    this.routing = routing;
    this.settings = settings;
    ownLanes = routing.slToVl() != SlToVl.IDENTITY;
    ownMaps = routing.hasLanes();
  }

  /** Whether one MAD is to write several SL2VL maps of a switch that knows such MADs. */
  public boolean optimizesSlToVl() {
    return settings.optimizesSlToVl();
  }

  /** What is configured otherwise than the engine needs it, in sentences. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (settings.enabled() && ownMaps) {
      for (PortKindLanes lanes :
          List.of(settings.swe(), settings.ca(), settings.sw0(), settings.rtr())) {
        if (!lanes.slToVlFrom().isEmpty()) {
          warnings.add(
              "%s makes the SL2VL maps of %s ports itself; %s is ignored"
                  .formatted(routing.engine(), lanes.options(), lanes.slToVlFrom()));
        }
      }
    }
    if (settings.enabled() && ownLanes) {
      warnings.addAll(TorusArbitration.warnings(settings));
    }
    return warnings;
  }

  /**
   * The SL2VL maps for packets that leave by a port.
   *
   * @return 8 bytes for every input port from 0 on, {@link #isUntold} of one that is down; of
   *     anything but a switch, 8 bytes; null where none are to be programmed
   */
  public byte[] slToVl(int port) {
    if (!isProgrammed(port) || !mapsSls(port)) {
      return null;
    }
    int node = fabric.nodeOf(port);
    int inputs = fabric.isSwitch(node) ? fabric.externalPortCount(node) + 1 : 1;
    byte[] rows = new byte[inputs * SlToVlMappingTable.BYTES];
    byte[] configured = settings.of(fabric, port).slToVl();
    int vlMask = vlMask(port);
    for (int input = 0; input < inputs; input++) {
      if (!takesPackets(node, input)) {
        Arrays.fill(
            rows, input * SlToVlMappingTable.BYTES, (input + 1) * SlToVlMappingTable.BYTES, UNTOLD);
        continue;
      }
      SlToVlMappingTable row = SlToVlMappingTable.in(rows, input * SlToVlMappingTable.BYTES);
      for (int sl = 0; sl < SLS; sl++) {
        int vl =
            ownMaps
                ? routing.slToVl().vl(node, input, fabric.portNumber(port), sl)
                : SlToVlMappingTable.of(configured).slToVl(sl);
        row.slToVl(sl, vl == SlToVl.DROP ? vl : vl & vlMask);
      }
    }
    return rows;
  }

  /**
   * Whether packets can come in at a port of a node, or from the node itself. A port that is down
   * lets none in before a sweep has found it up, and has its maps told by that sweep.
   */
  public boolean takesPackets(int node, int input) {
    byte[] info = input == 0 ? null : portInfo[fabric.port(node, input)];
    return info == null || PortInfo.portState(info) != PortState.DOWN;
  }

  /**
   * Whether a row of a port's maps says nothing of what the port was told: every SL is dropped. One
   * that really is so looks the same.
   *
   * @param rows 8 bytes an input
   */
  public static boolean isUntold(byte[] rows, int input) {
    int from = input * SlToVlMappingTable.BYTES;
    for (int i = from; i < from + SlToVlMappingTable.BYTES; i++) {
      if (rows[i] != UNTOLD) {
        return false;
      }
    }
    return true;
  }

  /**
   * The map that a port has for all inputs that take packets.
   *
   * @param rows 8 bytes an input, as {@link #slToVl} has them
   * @return 8 bytes; null where inputs differ
   */
  public static byte[] uniform(byte[] rows) {
    byte[] common = null;
    for (int from = 0; from < rows.length; from += SlToVlMappingTable.BYTES) {
      byte[] row = Arrays.copyOfRange(rows, from, from + SlToVlMappingTable.BYTES);
      if (isUntold(row, 0)) {
        continue;
      }
      if (common != null && !Arrays.equals(common, row)) {
        return null;
      }
      common = row;
    }
    return common;
  }

  /**
   * The VL arbitration tables of a port.
   *
   * @return four blocks of 64 bytes, zeros where the port has no entries; null where none are to be
   *     programmed
   */
  public byte[] vlArbitration(int port) {
    if (!isProgrammed(port) || PortInfo.of(portInfo[port]).vlCap() == 1) {
      return null;
    }
    byte[] blocks = new byte[BLOCKS * VlArbitrationTable.BYTES];
    PortKindLanes lanes = settings.of(fabric, port);
    for (int block = VlArbitrationTable.LOW_LOWER; block <= BLOCKS; block++) {
      boolean isLow = block < VlArbitrationTable.HIGH_LOWER;
      byte[] table = (isLow ? lanes.low() : lanes.high()).entries();
      int from = block % 2 == 1 ? 0 : VlArbitrationTable.BYTES;
      byte[] wanted = Arrays.copyOfRange(table, from, from + VlArbitrationTable.BYTES);
      System.arraycopy(
          fit(wanted, port, entries(port, block)),
          0,
          blocks,
          (block - 1) * VlArbitrationTable.BYTES,
          VlArbitrationTable.BYTES);
    }
    return blocks;
  }

  /** Entries that a block (1 to 4) of a port has, 0 to 32. */
  public int entries(int port, int block) {
    PortInfo info = PortInfo.of(portInfo[port]);
    int all =
        block < VlArbitrationTable.HIGH_LOWER
            ? info.vlArbitrationLowCap()
            : info.vlArbitrationHighCap();
    int before = block % 2 == 1 ? 0 : VlArbitrationTable.ENTRIES;
    return Math.clamp(all - before, 0, VlArbitrationTable.ENTRIES);
  }

  /** PortInfo VLHighLimit of a port; a link with one lane has nothing to arbitrate. */
  public static int highLimit(QosSettings settings, Fabric fabric, int port, PortInfo info) {
    return info.vlCap() == 1 ? 0 : settings.of(fabric, port).highLimit();
  }

  private byte[] fit(byte[] block, int port, int entries) {
    byte[] shaped =
        ownLanes && leadsToEndPort(port) ? TorusArbitration.towardsEndPort(block, entries) : block;
    VlArbitrationTable table = VlArbitrationTable.of(shaped);
    for (int i = 0; i < VlArbitrationTable.ENTRIES; i++) {
      if (i < entries) {
        table.vl(i, table.vl(i) & vlMask(port));
      } else {
        table.vl(i, 0).weight(i, 0);
      }
    }
    return shaped;
  }

  private boolean leadsToEndPort(int port) {
    int peer = fabric.peer(port);
    return fabric.isSwitch(fabric.nodeOf(port))
        && peer != Fabric.NONE
        && !fabric.isSwitch(fabric.nodeOf(peer));
  }

  /** A base port 0 has one lane and no tables; a port that is down gets them when it comes up. */
  private boolean isProgrammed(int port) {
    byte[] info = portInfo[port];
    if (!settings.enabled() || info == null) {
      return false;
    }
    int node = fabric.nodeOf(port);
    boolean isPort0 = fabric.isSwitch(node) && fabric.portNumber(port) == 0;
    return isPort0 ? fabric.hasEnhancedPort0(node) : PortInfo.portState(info) != PortState.DOWN;
  }

  /** Port 0 answers for all ports of a switch. */
  private boolean mapsSls(int port) {
    int node = fabric.nodeOf(port);
    byte[] info = portInfo[fabric.isSwitch(node) ? fabric.port(node, 0) : port];
    return info != null
        && (PortInfo.of(info).capabilityMask() & CapabilityMask.IS_SL_MAPPING_SUPPORTED) != 0;
  }

  /** Code 1 is VL 0 alone, 2 VLs 0 and 1, then 0 to 3, 0 to 7, 0 to 14. */
  private int vlMask(int port) {
    return (1 << Math.max(0, operationalVls.applyAsInt(port) - 1)) - 1;
  }
}
