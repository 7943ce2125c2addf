package io.dateline.routing.balance;

import io.dateline.fabric.ForwardingTables;
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
 * @param broken LIDs to which some switch has lost its entry, or never had one
 */
record KeptEntries(ForwardingTables tables, long[] paths, BitSet broken) {
  /**
   * Looks at all entries.
   *
   * @param maxLid of the tables to make
   * @param threads at least 1; makes no difference to the result
   */
  static KeptEntries of(TablePlan plan, Permissions permissions, int maxLid, int threads) {
    ForwardingTables tables = plan.previous().copy(maxLid, threads);
    HomeOfLid homes = new HomeOfLid(plan.order(), maxLid);
    List<KeptEntries> parts =
        Slices.map(
            tables.blockCount(),
            threads,
            (from, to) -> {
              KeptBlocks blocks = new KeptBlocks(plan, permissions, homes, tables);
              for (int block = from; block < to; block++) {
                blocks.look(block);
              }
              return new KeptEntries(tables, blocks.paths(), blocks.broken());
            });
    KeptEntries all = parts.getFirst();
    for (KeptEntries part : parts.subList(1, parts.size())) {
      Arrays.setAll(all.paths, channel -> all.paths[channel] + part.paths[channel]);
      all.broken.or(part.broken);
    }
    return all;
  }
}
