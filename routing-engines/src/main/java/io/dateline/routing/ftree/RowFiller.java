package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Fills one switch's row: down where the switch is above the destination, else up to where the
 * destination's main path is, by the shortest way. A worker's scratch.
 *
 * <p>A destination whose main path is out of reach is <em>diverted</em>. Where packets to it come
 * from adapters, directly or because it was diverted to here, it gets a port that stands little
 * traffic of the same shift; else any one. So a row depends on those below it.
 */
final class RowFiller {
  /** Eight bytes of an array at a time; these loops are half of the work in big trees. */
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final Tree tree;
  private final PortGroups groups;
  private final Destinations destinations;
  private final Reach reach;
  private final MainPaths paths;
  private final PresentTables before; // or null
  private final Diversions diversions;
  private final NextGroups next;
  private final NearerGroups nearer;
  private final int[] uses = new int[256]; // by port number
  private final int[] nearUses = new int[256]; // by port number: by destinations near in the order
  private final int[] windows; // by rank: numbers that differ by less are near
  private final int[] choices = new int[256]; // groups
  private final byte[] upNumbers = new byte[256]; // numbers of the ports up
  private final byte[] differences; // by home: not 0 where some groups up do not lead there
  private boolean areDifferencesKnown; // of this row

  RowFiller(
      Tree tree,
      Reach reach,
      MainPaths paths,
      PresentTables before,
      Diversions diversions,
      int[] windows) {
    this.tree = tree;
    groups = tree.groups();
    destinations = tree.destinations();
    this.reach = reach;
    this.paths = paths;
    this.before = before;
    this.diversions = diversions;
    this.windows = windows;
    next = new NextGroups(tree);
    nearer = new NearerGroups(tree, reach);
    differences = new byte[tree.switchCount()];
  }

  /** Fills a row, in which nothing but {@link ForwardingTables#NO_PORT} is expected. */
  void fill(int node, byte[] row) {
    areDifferencesKnown = false;
    next.of(node);
    diversions.open(node);
    byte[] turns = reach.row(node);
    int rank = tree.rank(node);
    for (int home = 0; home < turns.length; home++) {
      int turn = turns[home];
      if (home == node) {
        for (int i = destinations.first[home]; i < destinations.first[home + 1]; i++) {
          row[destinations.lids[i]] = (byte) destinations.numbers[i];
        }
        continue;
      }
      if (turn == Reach.NONE) {
        continue;
      }
      if (turn == rank) {
        goDown(node, rank, home, row);
      } else if (turn < Reach.ASIDE) {
        goUp(node, rank, turn, home, row);
      } else {
        goAside(node, turn, home, row);
      }
      if (before != null) {
        keep(node, turn, home, row);
      }
    }
    if (diversions.any()) {
      divert(node, turns, row);
    }
    diversions.close(node);
  }

  private void goUp(int node, int rank, int turn, int home, byte[] row) {
    int[] onlyPorts = next.onlyPorts();
    int[] lids = destinations.lids;
    int[] turnSwitches = paths.switches[turn];
    int end = destinations.first[home + 1];
    for (int i = destinations.first[home]; i < end; i++) {
      int number = onlyPorts[turnSwitches[i]];
      if (number >= 0) {
        row[lids[i]] = (byte) number;
      } else if (number == NextGroups.SEVERAL) {
        int group = next.group(turnSwitches[i], paths.number(i));
        row[lids[i]] = (byte) number(groups.cable(group, paths.place(rank, i)));
      } else if (!diversions.add(i)) {
        row[lids[i]] = (byte) anyUp(node, turn, home, i);
      }
    }
  }

  /** A port up by which there is a shortest path; neighbours in the order get different ones. */
  private int anyUp(int node, int turn, int home, int destination) {
    if (!areDifferencesKnown) {
      findDifferences(node);
    }
    if (differences[home] == 0) {
      int first = groups.firstCable[groups.first[node]];
      int count = groups.firstCable[groups.parentsEnd(node)] - first;
      return upNumbers[destination % count];
    }
    int group = choices[destination % nearer.list(node, turn, home, choices)];
    return number(groups.cable(group, destination));
  }

  private void findDifferences(int node) {
    areDifferencesKnown = true;
    byte[] differs = differences;
    Arrays.fill(differs, (byte) 0);
    byte[] turns = reach.row(node);
    int count = 0;
    for (int group = groups.first[node]; group < groups.parentsEnd(node); group++) {
      byte[] theirs = reach.row(groups.remotes[group]);
      int home = 0;
      for (; home + Long.BYTES <= theirs.length; home += Long.BYTES) {
        long found = (long) EIGHT.get(theirs, home) ^ (long) EIGHT.get(turns, home);
        EIGHT.set(differs, home, (long) EIGHT.get(differs, home) | found);
      }
      for (; home < theirs.length; home++) {
        differs[home] |= (byte) (theirs[home] ^ turns[home]);
      }
      for (int place = 0; place < groups.size(group); place++) {
        upNumbers[count++] = (byte) number(groups.cable(group, place));
      }
    }
  }

  private void goDown(int node, int rank, int home, byte[] row) {
    int number = next.onlyPorts()[home];
    for (int i = destinations.first[home]; i < destinations.first[home + 1]; i++) {
      row[destinations.lids[i]] = (byte) (number >= 0 ? number : numberDown(node, rank, home, i));
    }
  }

  private int numberDown(int node, int rank, int home, int destination) {
    int child = paths.switches[rank + 1][destination];
    int group = next.adjacent(child);
    if (group == NextGroups.NONE) {
      group = next.group(home, paths.number(destination));
    } else if (paths.switches[rank][destination] == node) {
      return number(tree.fabric().peer(paths.cables[rank + 1][destination]));
    }
    return number(groups.cable(group, paths.place(rank + 1, destination)));
  }

  private void goAside(int node, int turn, int home, byte[] row) {
    int count = nearer.list(node, turn, home, choices);
    for (int i = destinations.first[home]; i < destinations.first[home + 1]; i++) {
      int number = paths.number(i);
      int cable = groups.cable(choices[number % count], number / count);
      row[destinations.lids[i]] = (byte) number(cable);
    }
  }

  /** Goes back to ports of before where they serve. */
  private void keep(int node, int turn, int home, byte[] row) {
    Fabric fabric = tree.fabric();
    for (int i = destinations.first[home]; i < destinations.first[home + 1]; i++) {
      int lid = destinations.lids[i];
      int was = before.port(node, lid);
      int is = row[lid] & 0xFF;
      if (was == is || was > fabric.externalPortCount(node) || before.returns(i)) {
        continue;
      }
      int group = groups.groupOfPort[fabric.port(node, was)];
      if (group != Fabric.NONE && nearer.lead(node, turn, home, group)) {
        row[lid] = (byte) was;
      }
    }
  }

  /**
   * Deals diverted destinations out to the ports that fewest of those near them in the order have,
   * as these are sent to at the same time in a shift pattern; then to those that have the fewest of
   * all for the breadth of the switch behind.
   */
  private void divert(int node, byte[] turns, byte[] row) {
    int[] order = paths.order();
    int window = windows[tree.rank(node)];
    Arrays.fill(uses, 0);
    Arrays.fill(nearUses, 0);
    for (int i : order) {
      uses[row[destinations.lids[i]] & 0xFF]++;
    }
    int ahead = 0;
    int behind = 0;
    for (int i : order) {
      int home = destinations.homes[i];
      int lid = destinations.lids[i];
      for (;
          ahead < order.length && paths.number(order[ahead]) < paths.number(i) + window;
          ahead++) {
        nearUses[row[destinations.lids[order[ahead]]] & 0xFF]++;
      }
      for (; paths.number(order[behind]) <= paths.number(i) - window; behind++) {
        nearUses[row[destinations.lids[order[behind]]] & 0xFF]--;
      }
      if ((row[lid] & 0xFF) == ForwardingTables.NO_PORT && turns[home] < Reach.ASIDE) {
        int number = leastUsed(nearer.list(node, turns[home], home, choices));
        row[lid] = (byte) number;
        uses[number]++;
        nearUses[number]++;
        nearUses[ForwardingTables.NO_PORT]--;
      }
    }
  }

  private int leastUsed(int choiceCount) {
    int best = Fabric.NONE;
    int bestBreadth = 0;
    for (int i = 0; i < choiceCount; i++) {
      int breadth = tree.breadth(groups.remotes[choices[i]]);
      for (int place = 0; place < groups.size(choices[i]); place++) {
        int number = number(groups.cable(choices[i], place));
        if (best == Fabric.NONE
            || nearUses[number] < nearUses[best]
            || (nearUses[number] == nearUses[best]
                && (long) uses[number] * bestBreadth < (long) uses[best] * breadth)) {
          best = number;
          bestBreadth = breadth;
        }
      }
    }
    return best;
  }

  private int number(int port) {
    return tree.fabric().portNumber(port);
  }
}
