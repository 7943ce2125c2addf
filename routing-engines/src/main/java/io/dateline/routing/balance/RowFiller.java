package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.hops.Candidates;
import io.dateline.routing.hops.SwitchLinks;
import java.util.Arrays;

/**
 * Chooses one switch's ports. A worker's scratch, used for one switch after another.
 *
 * <p>Ports that lead to other switches have an index in the order of their numbers. A destination's
 * {@link Candidates} are a set of bits by port index.
 */
final class RowFiller {
  private final SwitchLinks links;
  private final Candidates candidates;
  private final DestinationOrder order;
  private final ForwardingTables previous; // or null
  private final int[] indexOfNumber = new int[256]; // by port number, Fabric.NONE for other ports
  private final LeastUsed leastUsed = new LeastUsed();
  private final Disjoint disjoint;
  private long[] sets = new long[0]; // by destination switch, `words` each
  private int words; // of 64 port indices

  RowFiller(
      SwitchLinks links,
      Candidates candidates,
      SystemIndex systems,
      DestinationOrder order,
      ForwardingTables previous) {
    this.links = links;
    this.candidates = candidates;
    this.order = order;
    this.previous = previous;
    disjoint = new Disjoint(systems, links.switchCount());
  }

  /** Fills a switch's row, in which nothing but {@link ForwardingTables#NO_PORT} is expected. */
  void fill(int node, byte[] row) {
    int[] numbers = links.portNumbers(node);
    int[] neighbours = links.neighbours(node);
    Arrays.fill(indexOfNumber, Fabric.NONE);
    for (int index = 0; index < numbers.length; index++) {
      indexOfNumber[numbers[index]] = index;
    }
    findCandidates(node, neighbours.length);
    int[] counters = new int[numbers.length]; // by port index: paths that count
    for (DestinationOrder.Group group : order.groups) {
      if (group.node() == node) {
        fillOwn(group, row);
      } else if (isReached(group.node())) {
        leastUsed.over(sets, group.node() * words, words, counters);
        fillGroup(node, group, numbers, neighbours, row);
      }
    }
  }

  private void findCandidates(int node, int portCount) {
    words = (portCount + Long.SIZE - 1) / Long.SIZE;
    int needed = words * links.switchCount();
    if (sets.length < needed) {
      sets = new long[needed];
    }
    Arrays.fill(sets, 0, needed, 0);
    candidates.find(node, sets, words);
  }

  private boolean isReached(int to) {
    for (int word = to * words; word < (to + 1) * words; word++) {
      if (sets[word] != 0) {
        return true;
      }
    }
    return false;
  }

  private void fillOwn(DestinationOrder.Group group, byte[] row) {
    for (int at = group.first(); at < group.end(); at++) {
      int lid = order.baseLids[at];
      Arrays.fill(row, lid, lid + order.lidCounts[at], (byte) order.lastPorts[at]);
    }
  }

  private void fillGroup(
      int node, DestinationOrder.Group group, int[] numbers, int[] neighbours, byte[] row) {
    boolean counts = group.counts();
    for (int at = group.first(); at < group.end(); at++) {
      int lid = order.baseLids[at];
      int lidCount = order.lidCounts[at];
      if (lidCount == 1) {
        int kept = kept(node, lid);
        int index = kept == Fabric.NONE ? leastUsed.pick() : kept;
        if (counts) {
          leastUsed.count(index);
        }
        row[lid] = (byte) numbers[index];
        continue;
      }
      disjoint.begin(leastUsed, neighbours);
      for (int offset = 0; offset < lidCount; offset++) {
        int kept = kept(node, lid + offset);
        int index = kept == Fabric.NONE ? disjoint.pick() : kept;
        disjoint.use(index);
        if (counts) {
          leastUsed.count(index);
        }
        row[lid + offset] = (byte) numbers[index];
      }
    }
  }

  /** The index of the port that the LID has now, if that is a candidate, or none. */
  private int kept(int node, int lid) {
    if (previous == null) {
      return Fabric.NONE;
    }
    int index = indexOfNumber[previous.port(node, lid)];
    return index != Fabric.NONE && leastUsed.isCandidate(index) ? index : Fabric.NONE;
  }
}
