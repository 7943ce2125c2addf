package io.dateline.routing.balance;

import java.util.Arrays;

/**
 * Ports for the several LIDs of one end port (LMC), so that their paths have little in common: a
 * port to a system that no lower LID's path goes to comes first, then one to a switch that none
 * goes to; among equals the one with the fewest paths, then the one whose switch has got the fewest
 * of this end port's paths, then the next in port order after the last one taken.
 */
final class Disjoint {
  private final SystemIndex systems;
  private final int[] systemUses; // by system: this end port's paths that go there
  private final int[] nodeUses; // by switch: this end port's paths that go there
  private final int[] candidates = new int[256]; // port indices, ascending
  private int candidateCount;
  private int start; // in candidates: where looking begins
  private LeastUsed leastUsed = new LeastUsed();
  private int[] neighbours = new int[0]; // by port index

  Disjoint(SystemIndex systems, int switchCount) {
    this.systems = systems;
    systemUses = new int[switchCount];
    nodeUses = new int[switchCount];
  }

  /** Begins with another end port. */
  void begin(LeastUsed counted, int[] neighboursOfSwitch) {
    for (int node : neighbours) {
      systemUses[systems.of(node)] = 0;
      nodeUses[node] = 0;
    }
    leastUsed = counted;
    neighbours = neighboursOfSwitch;
    candidateCount = counted.list(candidates);
    start = 0;
  }

  /** The port index to take for the next LID. */
  int pick() {
    int best = candidates[start];
    for (int i = 1; i < candidateCount; i++) {
      int index = candidates[(start + i) % candidateCount];
      if (isBetter(index, best)) {
        best = index;
      }
    }
    return best;
  }

  private boolean isBetter(int index, int best) {
    int overlap = overlap(index) - overlap(best);
    if (overlap != 0) {
      return overlap < 0;
    }
    int paths = leastUsed.paths(index) - leastUsed.paths(best);
    if (paths != 0) {
      return paths < 0;
    }
    return nodeUses[neighbours[index]] < nodeUses[neighbours[best]];
  }

  private int overlap(int index) {
    int node = neighbours[index];
    if (systemUses[systems.of(node)] == 0) {
      return 0;
    }
    return nodeUses[node] == 0 ? 1 : 2;
  }

  /** Notes that the next LID goes by a port, picked or kept. */
  void use(int index) {
    int node = neighbours[index];
    systemUses[systems.of(node)]++;
    nodeUses[node]++;
    start = (Arrays.binarySearch(candidates, 0, candidateCount, index) + 1) % candidateCount;
  }
}
