package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.routing.hops.SwitchLinks;

/**
 * A fabric seen as a tree.
 *
 * @param ranks of the switches
 * @param groups the cables between switches of neighbouring or equal ranks
 * @param destinations who is routed to
 */
record Tree(
    Fabric fabric, SwitchLinks links, Ranks ranks, PortGroups groups, Destinations destinations) {

  int rank(int node) {
    return ranks.of[node];
  }

  int switchCount() {
    return ranks.of.length;
  }
}
