package io.dateline.routing.balance;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;

/**
 * How many entries of tables lead by each channel.
 *
 * @param entries by channel: of all LIDs
 * @param lids by channel: of those that count in the balance
 */
record ChannelUse(int[] entries, int[] lids) {
  private static final int NUMBERS = 256; // that an entry can have

  /**
   * Counts all entries.
   *
   * @param threads at least 1; makes no difference to the result
   */
  static ChannelUse of(
      SwitchGraph channels, HomeOfLid homes, ForwardingTables tables, int threads) {
    ChannelUse use = new ChannelUse(new int[channels.channelCount], new int[channels.channelCount]);
    Slices.map(
        channels.switchCount,
        threads,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            use.count(channels, homes, tables.row(node), node);
          }
          return to - from;
        });
    return use;
  }

  /**
   * What has become of it in tables that share rows with those counted: only other rows are counted
   * anew.
   *
   * @param map to the channels of now
   */
  ChannelUse after(ChannelMap map, HomeOfLid homes, ForwardingTables were, ForwardingTables are) {
    SwitchGraph channels = map.now();
    ChannelUse use = new ChannelUse(map.carry(entries), map.carry(lids));
    for (int node = 0; node < channels.switchCount; node++) {
      if (were.row(node) != are.row(node)) {
        use.count(channels, homes, are.row(node), node);
      }
    }
    return use;
  }

  private void count(SwitchGraph channels, HomeOfLid homes, byte[] row, int node) {
    int[] all = new int[NUMBERS];
    int[] counting = new int[NUMBERS];
    for (int lid = 0; lid <= homes.maxLid(); lid++) {
      int number = row[lid] & 0xFF;
      all[number]++;
      counting[number] += homes.counts(lid) ? 1 : 0;
    }
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      entries[channel] = all[channels.number(channel)];
      lids[channel] = counting[channels.number(channel)];
    }
  }
}
