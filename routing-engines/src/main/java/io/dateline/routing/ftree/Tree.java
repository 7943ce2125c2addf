package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.balance.Destinations;

/**
 * A fabric seen as a tree.
 *
 * @param ranks of the switches
 * @param groups the cables between switches of neighbouring or equal ranks
 * @param destinations what is routed to
 */
record Tree(
    Fabric fabric, SwitchGraph graph, Ranks ranks, PortGroups groups, Destinations destinations) {

  int rank(int node) {
    return ranks.of[node];
  }

  /** How many paths can pass a switch on their way up side by side: cables down or up. */
  int breadth(int node) {
    int up = groups.firstCable[groups.parentsEnd(node)] - groups.firstCable[groups.first[node]];
    int down =
        groups.firstCable[groups.first[node + 1]] - groups.firstCable[groups.firstChild[node]];
    return rank(node) == 0 ? down : Math.min(up, down);
  }

  int switchCount() {
    return ranks.of.length;
  }
}
