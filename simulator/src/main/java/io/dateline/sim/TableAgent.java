package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.mad.Mad;
import java.util.Arrays;

/**
 * Get and Set of the tables of a port (IBA Vol 1, 14.2.5.5 to 14.2.5.9): GUIDs, P_Keys, SL to VL
 * map, VL arbitration. Each method returns a status and, when that is 0, leaves the block in the
 * SMP as the port now has it.
 */
final class TableAgent {
  private static final int BLOCK_BYTES = 64;
  private static final int P_KEYS_PER_BLOCK = 32;
  private static final int P_KEY_BYTES = 2;
  private static final int GUIDS_PER_BLOCK = 8;
  private static final int ROW_BYTES = 2;
  private static final int MAP_BYTES = 8;

  private static final int ALL_OUTPUTS = 1 << 16;
  private static final int ALL_INPUTS = 1 << 17;

  /** At power-on SL n takes lane n, and lanes 8 and up fold onto 0 to 7. */
  private static final long POWER_ON_MAP = 0x0123_4567_0123_4567L;

  private final SimulatedState state;
  private final Fabric fabric;

  TableAgent(SimulatedState state) {
    this.state = state;
    fabric = state.fabric;
  }

  /** AttributeModifier: the block of 8 GUIDs. The first GUID is the port's own and stays. */
  int guids(Mad smp, boolean isSet, int managementPort) {
    int block = smp.attributeModifier();
    int blocks = PowerOn.GUID_CAP / GUIDS_PER_BLOCK;
    if (block < 0 || block >= blocks) {
      return Mad.STATUS_INVALID_FIELD;
    }
    if (isSet) {
      if (state.guids[managementPort] == null) {
        state.guids[managementPort] = new byte[blocks * BLOCK_BYTES];
      }
      state.guidBlocksSet++;
      store(smp, state.guids[managementPort], block * BLOCK_BYTES, BLOCK_BYTES);
    }
    load(smp, state.guids[managementPort], block * BLOCK_BYTES, BLOCK_BYTES);
    if (block == 0) {
      smp.u64(Mad.SMP_DATA, fabric.portGuid(managementPort));
    }
    return 0;
  }

  /** AttributeModifier: port of a switch in the high half, block of 32 P_Keys in the low half. */
  int pKeys(Mad smp, boolean isSet, int arrival) {
    int block = smp.attributeModifier() & 0xFFFF;
    int port = port(arrival, smp.attributeModifier() >>> 16);
    int blocks = (state.options.partitionCap() + P_KEYS_PER_BLOCK - 1) / P_KEYS_PER_BLOCK;
    if (port == Fabric.NONE || block >= blocks) {
      return Mad.STATUS_INVALID_FIELD;
    }
    int at = block * BLOCK_BYTES;
    int length = Math.min(BLOCK_BYTES, state.options.partitionCap() * P_KEY_BYTES - at);
    if (isSet) {
      if (state.pKeys[port] == null) {
        state.pKeys[port] = new byte[state.options.partitionCap() * P_KEY_BYTES];
        if (block != 0) {
          Arrays.fill(state.pKeys[port], 0, P_KEY_BYTES, (byte) 0xFF);
        }
      }
      store(smp, state.pKeys[port], at, length);
    }
    load(smp, state.pKeys[port], at, length);
    if (state.pKeys[port] == null && block == 0) {
      smp.u16(Mad.SMP_DATA, 0xFFFF); // full member of the default partition
    }
    return 0;
  }

  /**
   * AttributeModifier at a switch: output port in bits 0 to 7, input port in bits 8 to 15; bits 16
   * and 17 write to all outputs and inputs at once. The map of input i and output o of a node with
   * n ports is at {@code (o * (n + 1) + i) * 8}; anything but a switch has the one map at 0.
   */
  int slToVl(Mad smp, boolean isSet, int arrival) {
    int node = fabric.nodeOf(arrival);
    int modifier = smp.attributeModifier();
    int sides = fabric.isSwitch(node) ? fabric.externalPortCount(node) + 1 : 1;
    int output = fabric.isSwitch(node) ? modifier & 0xFF : 0;
    int input = fabric.isSwitch(node) ? modifier >>> 8 & 0xFF : 0;
    if (output >= sides || input >= sides) {
      return Mad.STATUS_INVALID_FIELD;
    }
    byte[] maps = state.slToVls[node];
    if (isSet) {
      if (maps == null) {
        maps = powerOnMaps(sides * sides);
        state.slToVls[node] = maps;
      }
      boolean everyOutput = fabric.isSwitch(node) && (modifier & ALL_OUTPUTS) != 0;
      boolean everyInput = fabric.isSwitch(node) && (modifier & ALL_INPUTS) != 0;
      for (int o = everyOutput ? 0 : output; o <= (everyOutput ? sides - 1 : output); o++) {
        for (int i = everyInput ? 0 : input; i <= (everyInput ? sides - 1 : input); i++) {
          store(smp, maps, (o * sides + i) * MAP_BYTES, MAP_BYTES);
        }
      }
    }
    load(smp, maps, (output * sides + input) * MAP_BYTES, MAP_BYTES);
    if (maps == null) {
      smp.u64(Mad.SMP_DATA, POWER_ON_MAP);
    }
    return 0;
  }

  private static byte[] powerOnMaps(int count) {
    byte[] maps = new byte[count * MAP_BYTES];
    for (int i = 0; i < maps.length; i++) {
      maps[i] = (byte) (POWER_ON_MAP >>> (8 * (7 - i % MAP_BYTES)));
    }
    return maps;
  }

  /**
   * AttributeModifier: the part in the high half, 1 and 2 low priority, 3 and 4 high priority; port
   * of a switch in the low half. Rows beyond the port's VLArbitrationLow/HighCap do not exist.
   */
  int vlArbitration(Mad smp, boolean isSet, int arrival) {
    int part = (smp.attributeModifier() >>> 16) - 1;
    int port = port(arrival, smp.attributeModifier() & 0xFFFF);
    // Part 2 and 4 hold the rows from the 33rd on.
    if (port == Fabric.NONE || (part != 0 && part != 2)) {
      return Mad.STATUS_INVALID_FIELD;
    }
    int length = PowerOn.VL_ARBITRATION_CAP * ROW_BYTES;
    int at = part == 0 ? 0 : length;
    if (isSet) {
      if (state.vlArbitrations[port] == null) {
        state.vlArbitrations[port] = powerOnRows();
      }
      store(smp, state.vlArbitrations[port], at, length);
    }
    byte[] rows = state.vlArbitrations[port];
    load(smp, rows == null ? powerOnRows() : rows, at, length);
    return 0;
  }

  /** Equal weights at low priority, nothing at high. */
  private byte[] powerOnRows() {
    byte[] rows = new byte[2 * PowerOn.VL_ARBITRATION_CAP * ROW_BYTES];
    for (int row = 0; row < PowerOn.VL_ARBITRATION_CAP; row++) {
      rows[row * ROW_BYTES] = (byte) row;
      rows[row * ROW_BYTES + 1] = 4;
      rows[(PowerOn.VL_ARBITRATION_CAP + row) * ROW_BYTES] = (byte) row;
    }
    return rows;
  }

  /** The port a table belongs to: by number at a switch, else where the SMP came in. */
  private int port(int arrival, int number) {
    int node = fabric.nodeOf(arrival);
    if (!fabric.isSwitch(node)) {
      return arrival;
    }
    return number <= fabric.externalPortCount(node) ? fabric.port(node, number) : Fabric.NONE;
  }

  private static void store(Mad smp, byte[] table, int at, int length) {
    System.arraycopy(smp.bytes(), Mad.SMP_DATA, table, at, length);
  }

  /** Fills the SMP's block from a table; a table that was never written reads as zeros. */
  private static void load(Mad smp, byte[] table, int at, int length) {
    byte[] bytes = smp.bytes();
    Arrays.fill(bytes, Mad.SMP_DATA, Mad.SMP_DATA + Mad.SMP_DATA_BYTES, (byte) 0);
    if (table != null) {
      System.arraycopy(table, at, bytes, Mad.SMP_DATA, length);
    }
  }
}
