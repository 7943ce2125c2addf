package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.SwitchInfo;
import java.util.Arrays;

/**
 * Get and Set of what only switches have (IBA Vol 1, 14.2.5.4, 14.2.5.10, 14.2.5.12): SwitchInfo,
 * the linear and the multicast forwarding table. Callers have made sure that the node is a switch.
 */
final class SwitchAgent {
  private static final int BLOCK_BYTES = 64;
  private static final int LIDS_PER_MULTICAST_BLOCK = 32;
  private static final int PORTS_PER_POSITION = 16;
  private static final int MULTICAST_BLOCK_MASK = 0x1FF;

  private final SimulatedState state;

  SwitchAgent(SimulatedState state) {
    this.state = state;
  }

  int switchInfo(Mad smp, boolean isSet, int node) {
    int status = isSet ? setSwitchInfo(SwitchInfo.in(smp.bytes(), Mad.SMP_DATA), node) : 0;
    clear(smp);
    System.arraycopy(
        state.switchInfos, node * SwitchInfo.BYTES, smp.bytes(), Mad.SMP_DATA, SwitchInfo.BYTES);
    return status;
  }

  private int setSwitchInfo(SwitchInfo asked, int node) {
    SwitchInfo now = state.switchInfo(node);
    if (asked.linearFdbTop() >= now.linearFdbCap()) {
      return Mad.STATUS_INVALID_FIELD;
    }
    now.linearFdbTop(asked.linearFdbTop())
        .defaultPort(asked.defaultPort())
        .defaultMulticastPrimaryPort(asked.defaultMulticastPrimaryPort())
        .defaultMulticastNotPrimaryPort(asked.defaultMulticastNotPrimaryPort())
        .lifeTimeValue(asked.lifeTimeValue())
        .multicastFdbTop(asked.multicastFdbTop());
    if (asked.portStateChange()) {
      now.portStateChange(false); // writing 1 clears
    }
    return 0;
  }

  int linearForwarding(Mad smp, boolean isSet, int node) {
    int block = smp.attributeModifier();
    if (block < 0 || block * (long) SimulatedState.LFT_BLOCK >= state.options.linearFdbCap()) {
      clear(smp);
      return Mad.STATUS_INVALID_FIELD;
    }
    int at = block * SimulatedState.LFT_BLOCK;
    if (isSet) {
      byte[] table = withRoom(node, at + SimulatedState.LFT_BLOCK);
      System.arraycopy(smp.bytes(), Mad.SMP_DATA, table, at, SimulatedState.LFT_BLOCK);
      state.linearBlocksSet++;
    }
    byte[] table = state.linearTables[node];
    if (table == null || at >= table.length) {
      Arrays.fill(
          smp.bytes(),
          Mad.SMP_DATA,
          Mad.SMP_DATA + SimulatedState.LFT_BLOCK,
          (byte) SimulatedState.NO_ROUTE);
    } else {
      System.arraycopy(table, at, smp.bytes(), Mad.SMP_DATA, SimulatedState.LFT_BLOCK);
    }
    return 0;
  }

  /** The table, made long enough for {@code length} entries and for all up to LinearFDBTop. */
  private byte[] withRoom(int node, int length) {
    byte[] table = state.linearTables[node];
    int had = table == null ? 0 : table.length;
    if (had >= length) {
      return table;
    }
    int top = state.switchInfo(node).linearFdbTop();
    int wanted = Math.max(length, roundUp(top + 1, SimulatedState.LFT_BLOCK));
    byte[] longer = table == null ? new byte[wanted] : Arrays.copyOf(table, wanted);
    Arrays.fill(longer, had, wanted, (byte) SimulatedState.NO_ROUTE);
    state.linearTables[node] = longer;
    return longer;
  }

  /**
   * AttributeModifier: position (16 ports each) in the top 4 bits, block of 32 LIDs in the low 9.
   */
  int multicastForwarding(Mad smp, boolean isSet, int node) {
    int position = smp.attributeModifier() >>> 28;
    int block = smp.attributeModifier() & MULTICAST_BLOCK_MASK;
    Fabric fabric = state.fabric;
    int positions = roundUp(fabric.externalPortCount(node) + 1, PORTS_PER_POSITION) / 16;
    if (position >= positions
        || block * LIDS_PER_MULTICAST_BLOCK >= state.options.multicastFdbCap()) {
      clear(smp);
      return Mad.STATUS_INVALID_FIELD;
    }
    int at = position * BLOCK_BYTES;
    byte[][] table = state.multicastTables[node];
    if (isSet) {
      if (table == null) {
        table =
            new byte
                [roundUp(state.options.multicastFdbCap(), LIDS_PER_MULTICAST_BLOCK)
                    / LIDS_PER_MULTICAST_BLOCK]
                [];
        state.multicastTables[node] = table;
      }
      if (table[block] == null) {
        table[block] = new byte[positions * BLOCK_BYTES];
      }
      System.arraycopy(smp.bytes(), Mad.SMP_DATA, table[block], at, BLOCK_BYTES);
    }
    if (table == null || table[block] == null) {
      clear(smp);
    } else {
      System.arraycopy(table[block], at, smp.bytes(), Mad.SMP_DATA, BLOCK_BYTES);
    }
    return 0;
  }

  private static int roundUp(int value, int multiple) {
    return (value + multiple - 1) / multiple * multiple;
  }

  private static void clear(Mad smp) {
    Arrays.fill(smp.bytes(), Mad.SMP_DATA, Mad.SMP_DATA + Mad.SMP_DATA_BYTES, (byte) 0);
  }
}
