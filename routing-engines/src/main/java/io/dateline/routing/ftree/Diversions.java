package io.dateline.routing.ftree;

import io.dateline.routing.balance.Destinations;
import java.util.Arrays;

/**
 * Which destinations traffic of adapters is diverted to where: away from their main path, which
 * some switch below cannot reach. One object a worker; what is said of finished rows is shared.
 *
 * <p>Rows are finished from the lowest rank to the roots.
 */
final class Diversions {
  private final Tree tree;
  private final int[][] finished; // by switch: destinations diverted there; null where none are
  private final byte[][] rows; // by switch: its forwarding table
  private final boolean[] hasAdapters; // by switch
  private final boolean[] arriving; // by destination: whether it is diverted to this row's switch
  private final int[] own; // destinations diverted by this row
  private int ownCount;
  private boolean takesAll;

  /**
   * A worker's.
   *
   * @param finished by switch, all null at first, shared by all workers
   * @param rows by switch: the rows being filled
   */
  Diversions(Tree tree, int[][] finished, byte[][] rows) {
    this.tree = tree;
    this.finished = finished;
    this.rows = rows;
    arriving = new boolean[tree.destinations().count];
    own = new int[arriving.length];
    hasAdapters = new boolean[tree.switchCount()];
    for (int i = 0; i < arriving.length; i++) {
      hasAdapters[tree.destinations().homes[i]] |=
          tree.destinations().kinds[i] != Destinations.Kind.SWITCH;
    }
  }

  /** Begins with a row; those of the switch's children are finished. */
  void open(int node) {
    Arrays.fill(arriving, false);
    ownCount = 0;
    takesAll = hasAdapters[node];
    PortGroups groups = tree.groups();
    for (int group = groups.firstChild[node]; group < groups.first[node + 1]; group++) {
      int child = groups.remotes[group];
      if (finished[child] == null) {
        continue;
      }
      for (int destination : finished[child]) {
        int number = rows[child][tree.destinations().lids[destination]] & 0xFF;
        int taken = groups.groupOfPort[tree.fabric().port(child, number)];
        arriving[destination] |= groups.remotes[taken] == node;
      }
    }
  }

  /**
   * Adds a destination whose main path this row's switch cannot reach.
   *
   * @return whether it matters: whether adapters' packets to it come here
   */
  boolean add(int destination) {
    if (!takesAll && !arriving[destination]) {
      return false;
    }
    own[ownCount++] = destination;
    return true;
  }

  /** Whether the row diverts any. */
  boolean any() {
    return ownCount > 0;
  }

  /** Ends a row. */
  void close(int node) {
    finished[node] = ownCount == 0 ? null : Arrays.copyOf(own, ownCount);
  }
}
