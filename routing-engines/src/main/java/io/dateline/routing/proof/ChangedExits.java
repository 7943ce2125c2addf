package io.dateline.routing.proof;

import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.cdg.Channels;
import it.unimi.dsi.fastutil.ints.Int2ObjectAVLTreeMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * By LID, ascending: the switches whose entry has changed, or leads to another switch than before.
 */
final class ChangedExits {
  final Int2ObjectAVLTreeMap<IntArrayList> nodes = new Int2ObjectAVLTreeMap<>();

  private final int most;
  private int count;

  private ChangedExits(int most) {
    this.most = most;
  }

  /**
   * Compares tables of as many LIDs.
   *
   * @param most how many are looked for; more are not told
   */
  static ChangedExits between(
      Channels channels, ForwardingTables were, Channels now, ForwardingTables are, int most) {
    ChangedExits found = new ChangedExits(most);
    for (int node = 0; node < channels.switchCount; node++) {
      byte[] before = were.row(node);
      byte[] after = are.row(node);
      for (int lid = mismatch(before, after, 0); lid >= 0; lid = mismatch(before, after, lid + 1)) {
        found.add(lid, node);
      }
      for (int port = channels.firstPort[node]; port < channels.firstPort[node + 1]; port++) {
        if (head(channels, port) != head(now, port)) {
          found.addBy(port - channels.firstPort[node], before, node);
          found.addBy(port - channels.firstPort[node], after, node);
        }
      }
    }
    return found;
  }

  /** Whether there are more than were looked for. */
  boolean areTooMany() {
    return count > most;
  }

  /** The switch that a port leads to; less than 0 where it leads to none. */
  private static int head(Channels channels, int port) {
    int channel = channels.at[port];
    return channel < 0 ? channel : channels.head[channel];
  }

  private void addBy(int number, byte[] row, int node) {
    for (int lid = 0; lid < row.length; lid++) {
      if ((row[lid] & 0xFF) == number) {
        add(lid, node);
      }
    }
  }

  private void add(int lid, int node) {
    if (count > most) {
      return;
    }
    IntArrayList known = nodes.computeIfAbsent(lid, key -> new IntArrayList(2));
    if (known.isEmpty() || known.getInt(known.size() - 1) != node) {
      known.add(node); // one after the other, so none twice
      count++;
    }
  }

  /** The first place from one on where rows differ, or less than 0. */
  private static int mismatch(byte[] before, byte[] after, int from) {
    if (before == after || from >= before.length) {
      return -1;
    }
    int found = Arrays.mismatch(before, from, before.length, after, from, after.length);
    return found < 0 ? found : from + found;
  }
}
