package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.routing.cdg.Channels;

/** Where tables have packets leave switches. Any thread may ask. */
final class Exits {
  // Instead of a channel: packets leave the switches there, or go no further.
  static final int OWN = -1; // they are for the switch
  static final int OUT = -2; // they are for the end port that the cable leads to
  static final int NOWHERE = -3;

  private final Fabric fabric;
  private final Channels channels;
  private final byte[][] rows; // by switch
  private final int rowLength;

  Exits(Fabric fabric, Channels channels, ForwardingTables tables) {
    this.fabric = fabric;
    this.channels = channels;
    rows = new byte[channels.switchCount][];
    for (int node = 0; node < rows.length; node++) {
      rows[node] = tables.row(node);
    }
    rowLength = tables.blockCount() * ForwardingTables.BLOCK_ENTRIES;
  }

  /** The number of the port in the entry of a switch. */
  int number(int node, int lid) {
    return lid < rowLength ? rows[node][lid] & 0xFF : ForwardingTables.NO_PORT;
  }

  /**
   * The channel by which a switch forwards a LID, or one of the above.
   *
   * @param destination the port that has the LID
   */
  int of(int node, int lid, int destination) {
    int number = number(node, lid);
    int port = channels.firstPort[node] + number;
    if (number == 0) {
      return port == destination ? OWN : NOWHERE;
    }
    int channel = port < channels.firstPort[node + 1] ? channels.at[port] : Channels.DOWN;
    if (channel >= 0) {
      return channel;
    }
    boolean right = channel == Channels.END_PORT && fabric.peer(port) == destination;
    return right ? OUT : NOWHERE;
  }
}
