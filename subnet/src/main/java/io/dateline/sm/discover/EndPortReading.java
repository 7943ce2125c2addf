package io.dateline.sm.discover;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.attribute.PKeyTable;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.Arrays;

/** Reads what only end ports have: GUIDs and P_Keys. Owned by the exchange's thread. */
final class EndPortReading {
  private final SubnetWalk walk;
  private final LongSet guidless;

  /**
   * For a walk.
   *
   * @param guidless of {@link DiscoveryKeys}
   */
  EndPortReading(SubnetWalk walk, LongSet guidless) {
    this.walk = walk;
    this.guidless = guidless;
  }

  void read(FoundNode node, Entrance by, int number) {
    PortInfo info = PortInfo.of(node.portInfo[number]);
    long guid = node.isSwitch() ? NodeInfo.of(node.nodeInfo).portGuid() : node.portGuids[number];
    boolean isSilent = info.portState() == PortState.ACTIVE && guidless.contains(guid);
    if (info.guidCap() > 0 && !isSilent) {
      walk.ask(
          node, by, AttributeId.GUID_INFO, 0, reply -> node.guidInfo[number] = Smp.data(reply));
    }
    int blocks = Math.ceilDiv(Math.max(1, node.partitionCap()), PKeyTable.ENTRIES);
    // Keys are dense in practice: the next block is asked for only while the last one was full.
    readPKeys(node, by, number, 0, blocks);
  }

  private void readPKeys(FoundNode node, Entrance by, int number, int block, int blocks) {
    // For a switch, the upper half of the modifier names the port; 0 is its management port.
    walk.ask(
        node,
        by,
        AttributeId.P_KEY_TABLE,
        block,
        reply -> {
          boolean full = appendPKeys(node, number, block, PKeyTable.of(Smp.data(reply)));
          if (full && block + 1 < blocks) {
            readPKeys(node, by, number, block + 1, blocks);
          }
        });
  }

  private static boolean appendPKeys(FoundNode node, int number, int block, PKeyTable table) {
    short[] known = node.pKeys[number] == null ? new short[0] : node.pKeys[number];
    short[] longer = Arrays.copyOf(known, (block + 1) * PKeyTable.ENTRIES);
    for (int index = 0; index < PKeyTable.ENTRIES; index++) {
      longer[block * PKeyTable.ENTRIES + index] = (short) table.pKeyBlock(index);
    }
    node.pKeys[number] = longer;
    return longer[longer.length - 1] != 0;
  }
}
