package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import java.util.BitSet;

/**
 * Looks which entries still qualify, and follows the paths that they lead, in blocks of LIDs. A
 * worker's scratch.
 *
 * <p>Most of the time is waiting for rows to come from memory. So all switches' entries of a block
 * are gathered first, which waits for many of them at a time.
 */
final class KeptBlocks {
  private static final int SIZE = ForwardingTables.BLOCK_ENTRIES;
  private static final byte NO_PORT = (byte) ForwardingTables.NO_PORT;

  private final TablePlan plan;
  private final SwitchGraph channels;
  private final HomeOfLid homes;
  private final ForwardingTables tables;
  private final Allowed allowed;
  private final Approach approach;
  private final long[] paths;
  private final int[] entriesBy; // by channel: how many entries of before lead by it
  private final int[] lids; // by channel
  private final BitSet broken = new BitSet();
  private final byte[] entries; // by switch, SIZE each: its entries of the block
  private final int[] places = new int[SIZE]; // of the LIDs in hand within the block
  private final int[] flows; // by switch, then by place: paths that come by
  private final boolean[] hasPort; // by switch: whether it has a port to send by
  private int count; // of places
  private int firstLid; // of the block

  KeptBlocks(TablePlan plan, Permissions permissions, HomeOfLid homes, ForwardingTables tables) {
    this.plan = plan;
    this.homes = homes;
    this.tables = tables;
    channels = plan.channels();
    allowed = permissions.allowed();
    approach = permissions.approach().get();
    paths = new long[channels.channelCount];
    entriesBy = new int[channels.channelCount];
    lids = new int[channels.channelCount];
    entries = new byte[channels.switchCount * SIZE];
    flows = new int[channels.switchCount * SIZE];
    hasPort = new boolean[channels.switchCount];
  }

  /** Paths by channel. */
  long[] paths() {
    return paths;
  }

  /** By channel: how many entries of before lead by it, kept or not. */
  int[] entries() {
    return entriesBy;
  }

  /** By channel: how many LIDs that count it leads to by entries that are left. */
  int[] lids() {
    return lids;
  }

  /** LIDs to which a switch has no entry, or none any more, though a way leads there. */
  BitSet broken() {
    return broken;
  }

  /**
   * Takes away the entries of a block that do not qualify, and counts the paths of the others.
   *
   * @param which LIDs of the block, by bit
   */
  void look(int block, long which) {
    firstLid = block * SIZE;
    for (int node = 0; node < channels.switchCount; node++) {
      System.arraycopy(tables.row(node), firstLid, entries, node * SIZE, SIZE);
    }
    long left = which;
    count = 0;
    for (long rest = which; rest != 0; rest &= rest - 1) {
      int place = Long.numberOfTrailingZeros(rest);
      int lid = firstLid + place;
      int home = homes.home(lid);
      if (home == Fabric.NONE) {
        clear(place);
        left &= ~(1L << place);
      } else {
        tables.set(home, lid, homes.lastPort(lid) & 0xFF);
        if (!homes.counts(lid)) {
          places[count++] = place;
          left &= ~(1L << place);
        }
      }
    }
    check();
    while (left != 0) {
      int home = homes.home(firstLid + Long.numberOfTrailingZeros(left));
      count = 0;
      for (long rest = left; rest != 0; rest &= rest - 1) {
        int place = Long.numberOfTrailingZeros(rest);
        if (homes.home(firstLid + place) == home) {
          places[count++] = place;
          left &= ~(1L << place);
        }
      }
      follow(home);
    }
  }

  private void clear(int place) {
    for (int node = 0; node < channels.switchCount; node++) {
      if (entries[node * SIZE + place] != NO_PORT) {
        drop(node, place);
      }
    }
  }

  private void drop(int node, int place) {
    tables.set(node, firstLid + place, ForwardingTables.NO_PORT);
  }

  /** For LIDs that do not count: there the order of switches does not matter. */
  private void check() {
    int[] ends = new int[count]; // homes
    for (int i = 0; i < count; i++) {
      ends[i] = homes.home(firstLid + places[i]);
    }
    for (int node = 0; node < channels.switchCount; node++) {
      for (int i = 0; i < ends.length; i++) {
        if (node != ends[i]
            && kept(node, places[i], ends[i]) == Fabric.NONE
            && hasWay(node, ends[i])) {
          broken.set(firstLid + places[i]);
        }
      }
    }
  }

  /** The channel by which an entry leads; if that does not qualify, NONE, and there is no entry. */
  private int kept(int node, int place, int home) {
    int channel = channels.channel(node, entries[node * SIZE + place] & 0xFF);
    if (channel != Fabric.NONE) {
      entriesBy[channel]++;
      if (allowed.isAllowed(node, channel, home)) {
        return channel;
      }
    }
    drop(node, place);
    return Fabric.NONE;
  }

  private boolean hasWay(int node, int home) {
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      if (allowed.isAllowed(node, channel, home)) {
        return true;
      }
    }
    return false;
  }

  private void follow(int home) {
    approach.to(home);
    int[] nodes = approach.order();
    for (int i = 0; i < approach.count(); i++) {
      hasPort[nodes[i]] = true;
    }
    int[] senders = plan.senders();
    for (int node = 0; node < senders.length; node++) {
      for (int i = 0; i < count; i++) {
        flows[node * count + i] = senders[node];
      }
      if (!hasPort[node] && node != home) {
        for (int i = 0; i < count; i++) {
          drop(node, places[i]);
        }
      }
      hasPort[node] = false;
    }
    for (int at = 0; at < approach.count(); at++) {
      int node = nodes[at];
      for (int i = 0; i < count; i++) {
        int channel = kept(node, places[i], home);
        if (channel == Fabric.NONE) {
          broken.set(firstLid + places[i]);
          continue;
        }
        lids[channel]++;
        int flow = flows[node * count + i];
        if (flow != 0) {
          flows[channels.to[channel] * count + i] += flow;
          if (plan.isCounted(channel)) {
            paths[channel] += flow;
          }
        }
      }
    }
  }
}
