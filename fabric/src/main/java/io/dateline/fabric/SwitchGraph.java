package io.dateline.fabric;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The switches of a fabric and the cables between them, in compressed rows.
 *
 * <p>A <em>channel</em> is one direction of a cable from a switch to another. Channels are counted
 * from 0, by the switch they leave and then by port: those of a switch follow each other. A cable
 * from a switch to itself leads nowhere and is left out. Beside them is a second, simple set of
 * rows: the neighbours of a switch, each once however many cables lead there, in the order of the
 * first channel to them.
 *
 * <pre>
 *   switch      0        1     2          channels 0 and 1 are parallel cables from switch 0 to 1
 *   first       0        3     5     6
 *   to          1  1  2  0  0  0
 *   neighbours  1  2  |  0  |  0
 * </pre>
 *
 * <p>A switch's ports are in ascending order, or in one that is given: where the first of several
 * has to be taken, it is the channel of the lowest number.
 *
 * <p>Immutable; arrays are not copies and are never written to. Any thread may read it. The layout
 * is the usual one of sparse matrices (Y. Saad, "Iterative Methods for Sparse Linear Systems",
 * 2003, section 3.4).
 */
public final class SwitchGraph {
  public final int switchCount;
  public final int channelCount;

  /** By switch, where its channels begin; length switches + 1. */
  public final int[] first;

  /** By channel: the switch it leads to. */
  public final int[] to;

  /** By channel: the number of the port it leaves by, an unsigned byte. */
  public final byte[] numbers;

  /** By channel: the one of the same cable the other way. */
  public final int[] reverse;

  /** By switch, where its neighbours begin; length switches + 1. */
  public final int[] firstNeighbour;

  /** The switches next to each switch, by the ranges of {@link #firstNeighbour}. */
  public final int[] neighbours;

  private final int[] firstPort; // by switch: the index of its port 0; length switches + 1
  private final int[] channelAt; // by port index of switches: the channel, or NONE

  /** The graph of a fabric, ports in ascending order. */
  public SwitchGraph(Fabric fabric) {
    this(fabric, Map.of());
  }

  /**
   * The graph of a fabric.
   *
   * @param portOrder port numbers by switch GUID ({@code port_search_ordering_file}); ports that
   *     are not listed follow in ascending order, and what is no port is passed over
   */
  public SwitchGraph(Fabric fabric, Map<Long, List<Integer>> portOrder) {
    switchCount = fabric.switchCount();
    firstPort = new int[switchCount + 1];
    for (int node = 0; node < switchCount; node++) {
      firstPort[node + 1] = firstPort[node] + fabric.externalPortCount(node) + 1;
    }
    int ports = firstPort[switchCount];
    first = new int[switchCount + 1];
    channelAt = new int[ports];
    Arrays.fill(channelAt, Fabric.NONE);
    int[] leaving = new int[ports]; // by channel: port index
    int found = 0;
    for (int node = 0; node < switchCount; node++) {
      int[] order =
          order(
              fabric.externalPortCount(node),
              portOrder.getOrDefault(fabric.nodeGuid(node), List.of()));
      for (int number : order) {
        int port = firstPort[node] + number;
        if (leadsOn(fabric, port)) {
          channelAt[port] = found;
          leaving[found++] = port;
        }
      }
      first[node + 1] = found;
    }
    channelCount = found;
    to = new int[found];
    numbers = new byte[found];
    reverse = new int[found];
    for (int channel = 0; channel < found; channel++) {
      int peer = fabric.peer(leaving[channel]);
      to[channel] = fabric.nodeOf(peer);
      numbers[channel] = (byte) fabric.portNumber(leaving[channel]);
      reverse[channel] = channelAt[peer];
    }
    firstNeighbour = new int[switchCount + 1];
    neighbours = findNeighbours();
  }

  /** Whether a switch's port has a cable to another switch. */
  private static boolean leadsOn(Fabric fabric, int port) {
    int peer = fabric.peer(port);
    return peer != Fabric.NONE
        && fabric.isSwitch(fabric.nodeOf(peer))
        && fabric.nodeOf(peer) != fabric.nodeOf(port);
  }

  private static int[] order(int ports, List<Integer> listed) {
    int[] order = new int[ports];
    boolean[] placed = new boolean[ports + 1]; // by port number
    int count = 0;
    for (int number : listed) {
      if (number >= 1 && number <= ports && !placed[number]) {
        placed[number] = true;
        order[count++] = number;
      }
    }
    for (int number = 1; number <= ports; number++) {
      if (!placed[number]) {
        order[count++] = number;
      }
    }
    return order;
  }

  private int[] findNeighbours() {
    int[] found = new int[channelCount];
    int[] seenBy = new int[switchCount];
    Arrays.fill(seenBy, Fabric.NONE);
    int count = 0;
    for (int node = 0; node < switchCount; node++) {
      for (int channel = first[node]; channel < first[node + 1]; channel++) {
        int other = to[channel];
        if (seenBy[other] != node) {
          seenBy[other] = node;
          found[count++] = other;
        }
      }
      firstNeighbour[node + 1] = count;
    }
    return Arrays.copyOf(found, count);
  }

  /** How many channels leave a switch. */
  public int degree(int node) {
    return first[node + 1] - first[node];
  }

  /** The switch that a channel leaves. */
  public int from(int channel) {
    return to[reverse[channel]];
  }

  /** The number, 1 to 254, of the port that a channel leaves by. */
  public int number(int channel) {
    return numbers[channel] & 0xFF;
  }

  /**
   * The channel of a switch's port, or {@link Fabric#NONE} where it leads to no other switch.
   *
   * @param number from 0 on; may be one that the switch does not have
   */
  public int channel(int node, int number) {
    int port = firstPort[node] + number;
    return port < firstPort[node + 1] ? channelAt[port] : Fabric.NONE;
  }

  /** The first of the channels from a switch to one next to it. */
  public int channelTo(int node, int neighbour) {
    for (int channel = first[node]; channel < first[node + 1]; channel++) {
      if (to[channel] == neighbour) {
        return channel;
      }
    }
    throw new IllegalArgumentException(
        "no cable joins switches %d and %d".formatted(node, neighbour));
  }

  /** The switches next to a switch, each once, in the order of the first channel; a copy. */
  public int[] neighboursOf(int node) {
    return Arrays.copyOfRange(neighbours, firstNeighbour[node], firstNeighbour[node + 1]);
  }
}
