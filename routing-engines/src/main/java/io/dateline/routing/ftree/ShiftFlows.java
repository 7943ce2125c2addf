package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.balance.Destinations;
import java.util.Arrays;

/**
 * How many flows of every shift pass every cable between switches, each direction by itself. In
 * shift {@code s} the node at place {@code i} of the {@code n} that {@link Leaves} orders sends to
 * the one at place {@code (i + s) mod n}.
 *
 * <p>A <em>cell</em> is a shift on a channel: {@code channel * n + s}. All nodes at a leaf send to
 * a destination by the same channels, so the flows of one leaf to one destination are the least
 * that can move.
 */
final class ShiftFlows {
  private final Tree tree;
  private final Destinations destinations;
  private final byte[][] rows; // by switch
  private final int places; // n
  private final int[] leaves; // those with compute nodes
  private final int[] firstPlaces; // by switch: its first node's place, used of leaves
  private final int[] nodes; // by switch: compute nodes there
  private final int[] destinationAt; // by place, or Fabric.NONE
  private final int[] placeOf; // by destination, used of compute nodes
  private final int[] channels; // by port index: the channel that begins there, used of cables
  private final short[] flows; // by cell
  private final int[] cells; // by number of flows: how many cells have so many
  private int most; // flows that any cell has

  /**
   * Counts.
   *
   * @param rows tables by switch, with an entry wherever {@link Reach} tells of a way; they must
   *     not change but by {@link #set}
   */
  ShiftFlows(Tree tree, Leaves leaves, byte[][] rows) {
    this.tree = tree;
    this.rows = rows;
    destinations = tree.destinations();
    places = leaves.count() * leaves.places();
    nodes = new int[rows.length];
    Arrays.setAll(nodes, destinations::computeNodesAt);
    this.leaves = Arrays.stream(leaves.order()).filter(leaf -> nodes[leaf] > 0).toArray();
    firstPlaces = new int[rows.length];
    placeOf = new int[destinations.count];
    destinationAt = new int[places];
    Arrays.fill(destinationAt, Fabric.NONE);
    for (int i = 0; i < leaves.count(); i++) {
      place(leaves.order()[i], i * leaves.places());
    }
    channels = new int[tree.fabric().portCount()];
    for (int channel = 0; channel < tree.groups().cableCount(); channel++) {
      channels[tree.groups().cables[channel]] = channel;
    }
    flows = new short[tree.groups().cableCount() * places];
    cells = new int[places + 1];
    cells[0] = flows.length;
    for (int leaf : this.leaves) {
      for (int destination : destinationAt) {
        if (destination != Fabric.NONE) {
          add(leaf, leaf, destination, 1);
        }
      }
    }
  }

  /** How many cells a tree has: what memory and time grow with. */
  static long cellCount(Tree tree, Leaves leaves) {
    return (long) tree.groups().cableCount() * leaves.count() * leaves.places();
  }

  /** The most flows of a shift on any channel that tables lead to. */
  static int most(Tree tree, Leaves leaves, ForwardingTables tables) {
    byte[][] rows = new byte[tree.switchCount()][];
    Arrays.setAll(rows, tables::row);
    return new ShiftFlows(tree, leaves, rows).most;
  }

  private void place(int leaf, int first) {
    int next = first;
    firstPlaces[leaf] = first;
    for (int i = destinations.first[leaf]; i < destinations.first[leaf + 1]; i++) {
      if (destinations.isCompute(i)) {
        placeOf[i] = next;
        destinationAt[next++] = i;
      }
    }
  }

  int cellCount() {
    return flows.length;
  }

  int flowsIn(int cell) {
    return flows[cell];
  }

  /** The port index where a cell's channel begins. */
  int portOf(int cell) {
    return tree.groups().cables[cell / places];
  }

  /** The most flows that any cell has. */
  int most() {
    return most;
  }

  /** How many cells have a number of flows, from 0 on. */
  int cellsWith(int count) {
    return cells[count];
  }

  /** The leaves with compute nodes. Not a copy. */
  int[] leaves() {
    return leaves;
  }

  /** How many compute nodes are at a switch. */
  int nodesAt(int node) {
    return nodes[node];
  }

  /**
   * The port to which a leaf's n-th compute node sends in a cell's shift; {@link Fabric#NONE} where
   * no node has that place.
   */
  int destination(int cell, int leaf, int nth) {
    return destinationAt[(firstPlaces[leaf] + nth + cell % places) % places];
  }

  /** The port number by which a switch sends packets to a destination. */
  int number(int node, int destination) {
    return rows[node][destinations.lids[destination]] & 0xFF;
  }

  /** Where packets to a destination come after a switch; it is not theirs and has an entry. */
  int next(int node, int destination) {
    Fabric fabric = tree.fabric();
    return fabric.nodeOf(fabric.peer(fabric.port(node, number(node, destination))));
  }

  /** Whether packets of a leaf to a destination leave a switch, as far as they get. */
  boolean pass(int leaf, int node, int destination) {
    int home = destinations.homes[destination];
    int at = leaf;
    while (at != node && at != home && number(at, destination) != ForwardingTables.NO_PORT) {
      at = next(at, destination);
    }
    return at == node;
  }

  /** Changes an entry. The flows that pass have to be taken off before, and added again. */
  void set(int node, int destination, int number) {
    rows[node][destinations.lids[destination]] = (byte) number;
  }

  /**
   * Adds a leaf's flows to a destination, or takes them off, on their way from a switch on.
   *
   * @param sign 1 or -1
   */
  void add(int leaf, int from, int destination, int sign) {
    int home = destinations.homes[destination];
    int nearest = placeOf[destination] - firstPlaces[leaf]; // shift of the leaf's first node
    int node = from;
    while (node != home && number(node, destination) != ForwardingTables.NO_PORT) {
      int port = tree.fabric().port(node, number(node, destination));
      int first = channels[port] * places;
      for (int nth = 0; nth < nodes[leaf]; nth++) {
        int cell = first + Math.floorMod(nearest - nth, places);
        cells[flows[cell]]--;
        flows[cell] += (short) sign;
        cells[flows[cell]]++;
        most = Math.max(most, flows[cell]);
      }
      node = tree.fabric().nodeOf(tree.fabric().peer(port));
    }
    while (cells[most] == 0) {
      most--;
    }
  }

  /**
   * A bound for {@link #most}, whatever the tables: the flows that leave a leaf in a shift, or come
   * to it, have no more than its cables.
   */
  int least() {
    int least = 0;
    PortGroups groups = tree.groups();
    for (int leaf : leaves) {
      int cables =
          groups.firstCable[groups.first[leaf + 1]] - groups.firstCable[groups.first[leaf]];
      int[] leaving = new int[places];
      for (int nth = 0; nth < nodes[leaf]; nth++) {
        for (int shift = 0; shift < places; shift++) {
          int to = destinationAt[(firstPlaces[leaf] + nth + shift) % places];
          if (to != Fabric.NONE && destinations.homes[to] != leaf) {
            leaving[shift]++;
          }
        }
      }
      int flowCount = Arrays.stream(leaving).max().orElse(0);
      least = Math.max(least, (flowCount + cables - 1) / cables);
    }
    return least;
  }
}
