package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SlToVl;

/**
 * Follows a packet through the forwarding tables, as the switches will (IBA Vol 1, 18.2.4.3), and
 * notes what the way lets through. Static functions over the tables; nothing is allocated.
 *
 * <p>A result is one {@code int}: MTU code in bits 0..7, rank of the slowest rate (see {@link
 * PathChannels}) in bits 8..15, links crossed in bits 16..23, or {@link #NO_PATH}.
 */
final class PathCapacity {
  /** The packet is dropped, goes round in circles or arrives at another port. */
  static final int NO_PATH = -1;

  /** Links a path may cross; a path that needs more is taken to go in circles. */
  static final int HOPS_MAX = 64;

  /** Above the rank of every rate. */
  private static final int RATE_UNBOUNDED = 0xFF;

  private PathCapacity() {}

  static int mtu(int walk) {
    return walk & 0xFF;
  }

  static int rateRank(int walk) {
    return walk >>> 8 & 0xFF;
  }

  static int links(int walk) {
    return walk >>> 16;
  }

  /**
   * The way from end port {@code source} to LID {@code destinationLid}, which end port {@code
   * destination} answers to.
   */
  static int walk(
      Fabric fabric,
      PathChannels channels,
      ForwardingTables tables,
      int source,
      int destination,
      int destinationLid) {
    int mtu = channels.mtu(source);
    int rate = channels.rateRank(source);
    if (source == destination) {
      return rate << 8 | mtu;
    }
    int switchCount = fabric.switchCount();
    int links = 0;
    int node = fabric.nodeOf(source);
    if (node < switchCount) {
      rate = RATE_UNBOUNDED; // port 0 is inside the switch
    } else {
      links = 1;
      int arrival = channels.target(source);
      if (arrival == destination) {
        return links << 16 | rate << 8 | mtu;
      }
      node = arrival == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(arrival);
    }
    for (int hop = 0; hop < HOPS_MAX; hop++) {
      if (node < 0 || node >= switchCount) {
        return NO_PATH;
      }
      int number = tables.port(node, destinationLid);
      if (number > fabric.externalPortCount(node)) {
        return NO_PATH;
      }
      int output = fabric.port(node, number);
      if (number == 0) {
        return output == destination
            ? links << 16 | rate << 8 | Math.min(mtu, channels.mtu(output))
            : NO_PATH;
      }
      mtu = Math.min(mtu, channels.mtu(output));
      rate = Math.min(rate, channels.rateRank(output));
      links++;
      int arrival = channels.target(output);
      if (arrival == destination) {
        return links << 16 | rate << 8 | mtu;
      }
      node = arrival == Fabric.NONE ? Fabric.NONE : fabric.nodeOf(arrival);
    }
    return NO_PATH;
  }

  /**
   * Whether packets of {@code sl} are dropped for want of a lane (SL mapped to VL 15) somewhere on
   * a way that {@link #walk} found.
   */
  static boolean isDropped(
      Fabric fabric,
      PathChannels channels,
      ForwardingTables tables,
      SlToVl slToVl,
      int source,
      int destination,
      int destinationLid,
      int sl) {
    int arrival = source; // where the packet is: it came in by this port
    while (arrival != destination) {
      int node = fabric.nodeOf(arrival);
      int input = arrival == source ? 0 : fabric.portNumber(arrival);
      int output =
          node < fabric.switchCount()
              ? fabric.port(node, tables.port(node, destinationLid))
              : source;
      if (fabric.portNumber(output) == 0) {
        return false; // arrived at a switch
      }
      if (slToVl.vl(node, input, fabric.portNumber(output), sl) == SlToVl.DROP) {
        return true;
      }
      arrival = channels.target(output);
    }
    return false;
  }
}
