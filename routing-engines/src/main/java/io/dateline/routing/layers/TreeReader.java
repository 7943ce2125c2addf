package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.routing.cdg.Channels;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Reads out of tables the tree of all paths to a LID: for every switch whose packets arrive, but
 * the one the LID is at, the channel it forwards them by. One worker's scratch.
 */
final class TreeReader {
  private static final int UNKNOWN = 0;
  private static final int ARRIVES = 1;
  private static final int LOST = 2;

  private final Fabric fabric;
  private final LidMap lids;
  private final Channels channels;
  private final byte[][] rows; // by switch
  private final int rowLength;

  private final TableColumns columns; // by LID
  private final int[] exit; // by switch: the channel it forwards by, Fabric.NONE if none
  private final byte[] state; // by switch
  private final int[] stack;

  /**
   * The channels, each after those that packets take later: roots first. The first {@link #count}
   * are valid.
   */
  final int[] ways;

  int count;

  /** The switch where paths end, or {@link Fabric#NONE} where none arrives. */
  int home;

  TreeReader(Fabric fabric, LidMap lids, ForwardingTables tables, Channels channels) {
    this.fabric = fabric;
    this.lids = lids;
    this.channels = channels;
    rows = new byte[channels.switchCount][];
    for (int node = 0; node < rows.length; node++) {
      rows[node] = tables.row(node);
    }
    rowLength = tables.blockCount() * ForwardingTables.BLOCK_ENTRIES;
    columns = new TableColumns(tables, IntStream.range(0, rowLength).toArray());
    exit = new int[rows.length];
    state = new byte[rows.length];
    stack = new int[rows.length];
    ways = new int[rows.length];
  }

  /** Reads the tree of a LID, which may be no port's. */
  void read(int lid) {
    count = 0;
    home = homeOf(lid);
    if (home == Fabric.NONE) {
      return;
    }
    byte[] entries = columns.at(lid);
    for (int node = 0; node < rows.length; node++) {
      int port = channels.firstPort[node] + (entries[node] & 0xFF);
      int channel = port < channels.firstPort[node + 1] ? channels.at[port] : Channels.DOWN;
      exit[node] = Math.max(Fabric.NONE, channel);
    }
    Arrays.fill(state, (byte) UNKNOWN);
    state[home] = ARRIVES;
    for (int node = 0; node < rows.length; node++) {
      follow(node);
    }
  }

  /** The switch that hands a LID's packets on to its port, or has it; NONE if it does not. */
  int homeOf(int lid) {
    int port = lids.port(lid);
    if (port == Fabric.NONE || lid >= rowLength) {
      return Fabric.NONE;
    }
    boolean isSwitch = fabric.isSwitch(fabric.nodeOf(port));
    int end = isSwitch ? port : fabric.peer(port);
    if (end == Fabric.NONE || !fabric.isSwitch(fabric.nodeOf(end))) {
      return Fabric.NONE;
    }
    int node = fabric.nodeOf(end);
    int number = isSwitch ? 0 : fabric.portNumber(end);
    return (rows[node][lid] & 0xFF) == number ? node : Fabric.NONE;
  }

  private void follow(int from) {
    int depth = 0;
    int node = from;
    while (state[node] == UNKNOWN) {
      state[node] = LOST; // until it turns out that it is not, which a circle never does
      stack[depth++] = node;
      if (exit[node] == Fabric.NONE) {
        return;
      }
      node = channels.head[exit[node]];
    }
    if (state[node] == ARRIVES) {
      while (depth > 0) {
        node = stack[--depth];
        state[node] = ARRIVES;
        ways[count++] = exit[node];
      }
    }
  }
}
