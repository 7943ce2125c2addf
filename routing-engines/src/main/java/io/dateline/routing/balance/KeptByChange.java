package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Finds what {@link KeptEntries#of} finds from what was counted of the tables of before, where
 * cables have come or gone and nothing else. It looks at LIDs at switches to which distances have
 * changed, all their entries; of others, at entries that led by a channel that is lost. Everything
 * else is as it was.
 *
 * <p>Time grows with these entries, and with the switches there are for each LID of the first kind.
 */
final class KeptByChange {
  /** Where more than one LID of so many has changed, looking at all is as quick. */
  private static final int PART = 4;

  private final CountedTables before;
  private final TablePlan plan;
  private final Permissions permissions;
  private final HomeOfLid homes;
  private final ChannelMap map;
  private final ForwardingTables tables;
  private final BitSet broken = new BitSet();

  private KeptByChange(
      CountedTables before,
      TablePlan plan,
      Permissions permissions,
      HomeOfLid homes,
      ChannelMap map) {
    this.before = before;
    this.plan = plan;
    this.permissions = permissions;
    this.homes = homes;
    this.map = map;
    tables = plan.previous().branch();
  }

  /**
   * Finds it.
   *
   * @param before of the tables that the plan goes on from
   * @param map from the channels of before
   * @param threads at least 1; makes no difference to the result
   * @return nothing where all has to be looked at
   */
  static Optional<KeptEntries> of(
      CountedTables before,
      TablePlan plan,
      Permissions permissions,
      HomeOfLid homes,
      ChannelMap map,
      int threads) {
    Optional<BitSet> changed =
        permissions
            .ports()
            .flatMap(now -> before.permissions().ports().flatMap(now::changesSince))
            .map(homes::at);
    return changed
        .filter(lids -> lids.cardinality() <= homes.maxLid() / PART)
        .map(lids -> new KeptByChange(before, plan, permissions, homes, map).look(lids, threads));
  }

  private KeptEntries look(BitSet changed, int threads) {
    ChannelUse use = before.use(plan.previous(), threads);
    long[] paths = before.paths().clone();
    int[] entries = use.entries().clone();
    int[] lids = use.lids().clone();
    KeptBlocks then = look(before.plan(), before.permissions(), changed);
    for (int channel = 0; channel < paths.length; channel++) {
      paths[channel] -= then.paths()[channel];
      entries[channel] -= then.entries()[channel];
      lids[channel] -= then.lids()[channel];
    }
    map.lost().stream().forEach(channel -> drop(channel, changed, paths));
    KeptBlocks now = look(plan, permissions, changed);
    broken.or(now.broken());
    long[] pathsNow = map.carry(paths);
    int[] entriesNow = map.carry(entries);
    int[] lidsNow = map.carry(lids);
    Arrays.setAll(pathsNow, channel -> pathsNow[channel] + now.paths()[channel]);
    Arrays.setAll(entriesNow, channel -> entriesNow[channel] + now.entries()[channel]);
    Arrays.setAll(lidsNow, channel -> lidsNow[channel] + now.lids()[channel]);
    return new KeptEntries(tables, pathsNow, entriesNow, lidsNow, broken);
  }

  private KeptBlocks look(TablePlan by, Permissions allowing, BitSet lids) {
    KeptBlocks blocks = new KeptBlocks(by, allowing, homes, tables);
    long[] words = lids.toLongArray(); // of 64 LIDs, as blocks are
    for (int block = 0; block < words.length; block++) {
      if (words[block] != 0) {
        blocks.look(block, words[block]);
      }
    }
    return blocks;
  }

  /** Drops the entries that lead by a channel of before, and the paths from there on. */
  private void drop(int channel, BitSet changed, long[] paths) {
    SwitchGraph channels = map.before();
    int node = channels.from(channel);
    byte number = channels.numbers[channel];
    byte[] row = plan.previous().row(node);
    Senders tree = new Senders(before.plan(), tables);
    for (int lid = 0; lid <= homes.maxLid(); lid++) {
      if (row[lid] != number || changed.get(lid) || homes.home(lid) == Fabric.NONE) {
        continue;
      }
      if (homes.counts(lid)) {
        tree.grow(node, lid);
        take(paths, channels.to[channel], lid, tree.flow(0));
      }
      tables.set(node, lid, ForwardingTables.NO_PORT);
      broken.set(lid);
    }
  }

  private void take(long[] paths, int from, int lid, int flow) {
    SwitchGraph channels = map.before();
    for (int channel = channels.channel(from, tables.port(from, lid)); channel != Fabric.NONE; ) {
      paths[channel] -= flow;
      int node = channels.to[channel];
      channel = channels.channel(node, tables.port(node, lid));
    }
  }
}
