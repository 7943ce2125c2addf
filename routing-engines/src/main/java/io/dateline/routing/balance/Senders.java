package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;

/**
 * The switches whose paths to a LID come by one switch: that one first, then those that send to it,
 * and so on. A worker's scratch.
 */
final class Senders {
  private final TablePlan plan;
  private final SwitchGraph channels;
  private final ForwardingTables tables;
  private final int[] nodes; // by place
  private final int[] parents; // by place
  private final int[] flows; // by place
  private int size;

  Senders(TablePlan plan, ForwardingTables tables) {
    this.plan = plan;
    this.tables = tables;
    channels = plan.channels();
    nodes = new int[channels.switchCount];
    parents = new int[channels.switchCount];
    flows = new int[channels.switchCount];
  }

  /**
   * Finds the tree of a LID.
   *
   * @return how many neighbours were looked at
   */
  int grow(int root, int lid) {
    nodes[0] = root;
    parents[0] = Fabric.NONE;
    size = 1;
    int work = 0;
    for (int place = 0; place < size; place++) {
      int node = nodes[place];
      flows[place] = plan.senders()[node];
      int end = channels.firstNeighbour[node + 1];
      work += end - channels.firstNeighbour[node];
      for (int i = channels.firstNeighbour[node]; i < end; i++) {
        int other = channels.neighbours[i];
        int channel = channels.channel(other, tables.row(other)[lid] & 0xFF);
        if (channel != Fabric.NONE && channels.to[channel] == node) {
          nodes[size] = other;
          parents[size++] = place;
        }
      }
    }
    for (int place = size - 1; place > 0; place--) {
      flows[parents[place]] += flows[place];
    }
    return work;
  }

  int size() {
    return size;
  }

  int node(int place) {
    return nodes[place];
  }

  /** The place of the switch that the one at a place sends to, NONE for the first. */
  int parent(int place) {
    return parents[place];
  }

  /** How many paths to the LID come by. */
  int flow(int place) {
    return flows[place];
  }
}
