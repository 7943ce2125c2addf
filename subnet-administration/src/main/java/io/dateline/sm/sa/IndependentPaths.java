package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;

/**
 * Paths between several ports that have as little in common as may be. In each round a source is
 * paired with one destination, another than in the rounds before; the round whose paths cross the
 * fewest links goes first. Each path leaves from, and ends at, the next LID of its ports, for
 * switches send different LIDs different ways.
 */
final class IndependentPaths {
  private final SaQuery query;
  private final PathSearch search;
  private final NamedPort[] sources;
  private final NamedPort[] destinations;

  IndependentPaths(
      SaQuery query, PathSearch search, NamedPort[] sources, NamedPort[] destinations) {
    this.query = query;
    this.search = search;
    this.sources = sources;
    this.destinations = destinations;
  }

  /** Adds so many paths at most, one for a pair of ports. */
  void add(int wanted) {
    int first = shortestRound();
    int added = 0;
    for (int i = 0; i < destinations.length; i++) {
      int round = (first + i) % destinations.length;
      for (int source = 0; source < sources.length && added < wanted; source++) {
        NamedPort from = sources[source];
        NamedPort to = destination(round, source);
        added += search.add(from, lid(from.port(), added), to, lid(to.port(), added), 1);
      }
    }
  }

  private NamedPort destination(int round, int source) {
    return destinations[(source + round) % destinations.length];
  }

  private int shortestRound() {
    int shortest = 0;
    int fewest = Integer.MAX_VALUE;
    for (int round = 0; round < destinations.length; round++) {
      int links = 0;
      for (int source = 0; source < sources.length; source++) {
        links += links(sources[source].port(), destination(round, source).port());
      }
      if (links < fewest) {
        fewest = links;
        shortest = round;
      }
    }
    return shortest;
  }

  /** More than a path can have where there is none. */
  private int links(int source, int destination) {
    Fabric fabric = query.fabric();
    int walk =
        PathCapacity.walk(
            fabric,
            query.index().channels(),
            query.view().routing().tables(),
            source,
            destination,
            query.view().lids().baseLid(destination));
    return walk == PathCapacity.NO_PATH ? PathCapacity.HOPS_MAX * 2 : PathCapacity.links(walk);
  }

  private int lid(int port, int index) {
    LidMap lids = query.view().lids();
    return lids.baseLid(port) + index % Math.max(1, lids.lidCount(port));
  }
}
