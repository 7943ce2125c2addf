package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;

/**
 * Has fewer flows of a shift meet on one cable in trees that are damaged or uneven. Main paths and
 * diversions are dealt out by what is sent at about the same time; here every shift is looked at.
 *
 * <p>Goes through the channels that carry the most flows in some shift. For every such flow one
 * switch, on its way to the channel or where it leaves by it, sends the destination by another port
 * that leads a link nearer, if then fewer channels and shifts have so many flows, or as many and
 * fewer have one less. Ends when nothing helps any more, when no tables can do better, or with the
 * work that is allowed; so the most flows never grow.
 *
 * <p>Entries to compute nodes change, no others. Any of these ports was allowed before, so no
 * credit loop can come of it.
 */
final class ShiftRelief {
  /** Two bytes each; about 1,400 nodes below three levels. */
  private static final long CELLS_MAX = 1 << 23;

  /** Steps of the search: a hop that is followed, or a cell that is counted anew. */
  private static final long WORK_MAX = 20_000_000;

  private final Tree tree;
  private final PortGroups groups;
  private final Reach reach;
  private final NearerGroups nearer;
  private final ShiftFlows flows;
  private final int[] choices = new int[256]; // groups
  private final int[] way; // switches from a leaf to the channel that is looked at
  private final int[] senders; // leaves whose flows pass the switch that is changed
  private int senderCount;
  private long work = WORK_MAX; // that is left

  /** Begins with rows that are filled. */
  ShiftRelief(Tree tree, Leaves leaves, Reach reach, byte[][] rows) {
    this.tree = tree;
    groups = tree.groups();
    this.reach = reach;
    nearer = new NearerGroups(tree, reach);
    flows = new ShiftFlows(tree, leaves, rows);
    way = new int[rows.length];
    senders = new int[rows.length];
  }

  /** Whether a tree is small enough. */
  static boolean isFor(Tree tree, Leaves leaves) {
    return ShiftFlows.cellCount(tree, leaves) <= CELLS_MAX;
  }

  /** Changes the rows. */
  void run() {
    int least = Math.max(1, flows.least());
    boolean any = true;
    while (any && flows.most() > least) {
      any = relieveBusiest();
    }
  }

  /** Goes once through the cells with the most flows; returns whether that has helped. */
  private boolean relieveBusiest() {
    int most = flows.most();
    boolean any = false;
    for (int cell = 0; cell < flows.cellCount() && flows.most() == most; cell++) {
      if (work <= 0) {
        return false;
      }
      any |= flows.flowsIn(cell) == most && relieve(cell);
    }
    return any;
  }

  private boolean relieve(int cell) {
    for (int leaf : flows.leaves()) {
      for (int nth = 0; nth < flows.nodesAt(leaf); nth++) {
        int destination = flows.destination(cell, leaf, nth);
        if (destination != Fabric.NONE && relieve(cell, leaf, destination)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Moves a leaf's flows to a destination off a channel, if they pass and it helps. */
  private boolean relieve(int cell, int leaf, int destination) {
    int port = flows.portOf(cell);
    int tail = tree.fabric().nodeOf(port);
    int home = tree.destinations().homes[destination];
    int length = 0;
    int node = leaf;
    while (node != tail) {
      if (node == home || flows.number(node, destination) == ForwardingTables.NO_PORT) {
        work -= length;
        return false;
      }
      way[length++] = node;
      node = flows.next(node, destination);
    }
    way[length++] = tail;
    work -= length;
    if (flows.number(tail, destination) != tree.fabric().portNumber(port)) {
      return false;
    }
    while (length > 0) {
      if (move(way[--length], destination)) {
        return true;
      }
    }
    return false;
  }

  /** Has a switch send a destination by another port, if that helps. */
  private boolean move(int node, int destination) {
    int home = tree.destinations().homes[destination];
    int was = flows.number(node, destination);
    int count = nearer.list(node, reach.row(node)[home], home, choices);
    senderCount = 0;
    for (int i = 0; i < count; i++) {
      for (int place = 0; place < groups.size(choices[i]); place++) {
        int number = tree.fabric().portNumber(groups.cable(choices[i], place));
        if (number == was) {
          continue;
        }
        if (senderCount == 0) {
          findSenders(node, destination);
        }
        if (helps(node, destination, number)) {
          return true;
        }
        turn(node, destination, was);
      }
    }
    return false;
  }

  private void findSenders(int node, int destination) {
    if (flows.nodesAt(node) > 0) {
      senders[senderCount++] = node; // nothing comes by a leaf on its way
      return;
    }
    for (int leaf : flows.leaves()) {
      if (flows.pass(leaf, node, destination)) {
        senders[senderCount++] = leaf;
      }
    }
    work -= flows.leaves().length;
  }

  private boolean helps(int node, int destination, int number) {
    int most = flows.most();
    int cells = flows.cellsWith(most);
    int next = flows.cellsWith(most - 1);
    turn(node, destination, number);
    if (flows.most() != most) {
      return flows.most() < most;
    }
    return flows.cellsWith(most) < cells
        || (flows.cellsWith(most) == cells && flows.cellsWith(most - 1) < next);
  }

  private void turn(int node, int destination, int number) {
    for (int i = 0; i < senderCount; i++) {
      flows.add(senders[i], node, destination, -1);
    }
    flows.set(node, destination, number);
    for (int i = 0; i < senderCount; i++) {
      flows.add(senders[i], node, destination, 1);
      work -= 4L * flows.nodesAt(senders[i]);
    }
  }
}
