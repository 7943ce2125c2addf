package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What is left of the tables of before: entries by ports that still qualify. Everything else has
 * none.
 *
 * @param tables to which entries are added
 * @param paths by channel: those that come by entries that are left; a path ends where none is
 * @param entries by channel: how many entries of before lead by it, kept or not
 * @param lids by channel: how many LIDs that count it leads to by entries that are left
 * @param broken LIDs to which some switch has no entry, though a way leads there
 */
record KeptEntries(
    ForwardingTables tables, long[] paths, int[] entries, int[] lids, BitSet broken) {
  /**
   * Looks at all entries.
   *
   * @param homes up to the largest LID of the tables to make
   * @param threads at least 1; makes no difference to the result
   */
  static KeptEntries of(TablePlan plan, Permissions permissions, HomeOfLid homes, int threads) {
    ForwardingTables tables = plan.previous().copy(homes.maxLid(), threads);
    List<KeptEntries> parts =
        Slices.map(
            tables.blockCount(),
            threads,
            (from, to) -> {
              KeptBlocks blocks = new KeptBlocks(plan, permissions, homes, tables);
              for (int block = from; block < to; block++) {
                blocks.look(block, -1);
              }
              return new KeptEntries(
                  tables, blocks.paths(), blocks.entries(), blocks.lids(), blocks.broken());
            });
    KeptEntries all = parts.getFirst();
    for (KeptEntries part : parts.subList(1, parts.size())) {
      Arrays.setAll(all.paths, channel -> all.paths[channel] + part.paths[channel]);
      for (int channel = 0; channel < all.entries.length; channel++) {
        all.entries[channel] += part.entries[channel];
        all.lids[channel] += part.lids[channel];
      }
      all.broken.or(part.broken);
    }
    return all;
  }

  /**
   * Channels that have come since, a cable that is back or new: no entry of before leads by them,
   * and either the switch has lost its entry to the one that they lead to, for it is next to it
   * now, or it has other cables there that lead to two LIDs for each of all these cables, of which
   * dealing out would have given some to each.
   */
  BitSet came(TablePlan plan) {
    SwitchGraph channels = plan.channels();
    int[] ownLids = new int[channels.switchCount]; // one of those at each switch, 0 where none is
    for (DestinationOrder.Group group : plan.order().groups) {
      ownLids[group.node()] = plan.order().baseLids[group.first()];
    }
    BitSet came = new BitSet();
    for (int channel = 0; channel < entries.length; channel++) {
      int lid = ownLids[channels.to[channel]];
      if (entries[channel] == 0 && lid != 0 && plan.isCounted(channel)) {
        int node = channels.from(channel);
        int kept = channels.channel(node, tables.port(node, lid));
        if (kept == Fabric.NONE
            || (channels.to[kept] == channels.to[channel] && isMissed(channels, channel))) {
          came.set(channel);
        }
      }
    }
    return came;
  }

  private boolean isMissed(SwitchGraph channels, int channel) {
    int node = channels.from(channel);
    int left = 0;
    for (int other = channels.first[node]; other < channels.first[node + 1]; other++) {
      if (channels.to[other] == channels.to[channel]) {
        left += lids[other] - 2;
      }
    }
    return left >= 0;
  }
}
