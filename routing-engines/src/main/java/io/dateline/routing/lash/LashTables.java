package io.dateline.routing.lash;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.balance.Destinations;

/**
 * Tables by the trees of switches. All LIDs at a switch are sent by the same step; where that has
 * several cables, each LID takes the one that carries the fewest paths so far, or stays with the
 * one it had. OpenSM uses only the first of such cables.
 */
final class LashTables {
  private final Steps steps;
  private final Trees trees;
  private final SwitchGraph channels;
  private final Loads loads;
  private final ForwardingTables before; // or null
  private final long[] carried; // by channel: paths of adapters

  LashTables(Steps steps, Trees trees, SwitchGraph channels, Loads loads, ForwardingTables before) {
    this.steps = steps;
    this.trees = trees;
    this.channels = channels;
    this.loads = loads;
    this.before = before;
    carried = new long[channels.channelCount];
  }

  ForwardingTables fill(LidMap lids, Destinations destinations) {
    ForwardingTables tables = new ForwardingTables(steps.switches, lids.maxLid());
    for (int home = 0; home < steps.switches; home++) {
      if (destinations.first[home] == destinations.first[home + 1]) {
        continue;
      }
      long[] paths = loads.of(trees, home);
      for (int i = destinations.first[home]; i < destinations.first[home + 1]; i++) {
        int base = destinations.lids[i];
        boolean isSwitch = destinations.numbers[i] == 0;
        for (int lid = base; lid < base + lids.lidCount(destinations.ports[i]); lid++) {
          tables.set(home, lid, destinations.numbers[i]);
          route(tables, home, lid, isSwitch ? null : paths);
        }
      }
    }
    return tables;
  }

  /** Sends a LID to its switch; paths by switch, or null if they do not count. */
  private void route(ForwardingTables tables, int home, int lid, long[] paths) {
    for (int node = 0; node < steps.switches; node++) {
      if (!trees.leads(node, home)) {
        continue;
      }
      int next = steps.to[trees.step(node, home)];
      int kept = before == null ? -1 : channels.channel(node, before.port(node, lid));
      int channel = kept >= 0 && channels.to[kept] == next ? kept : lightest(node, next);
      tables.set(node, lid, channels.numbers[channel] & 0xFF);
      carried[channel] += paths == null ? 0 : paths[node];
    }
  }

  private int lightest(int node, int next) {
    int best = -1;
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      if (channels.to[channel] == next && (best < 0 || carried[channel] < carried[best])) {
        best = channel;
      }
    }
    return best;
  }
}
