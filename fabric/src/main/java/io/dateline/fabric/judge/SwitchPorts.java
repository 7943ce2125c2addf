package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import java.util.Arrays;

/**
 * The switches of a fabric in flat arrays. Switches are the first nodes, so their ports are the
 * port indices {@code 0 .. portCount-1} and arrays by switch port need no more room than that.
 *
 * <p>The judge's own: engines use {@link io.dateline.fabric.SwitchGraph}, and what is wrong there
 * must not be wrong here.
 */
final class SwitchPorts {
  /** In {@link #leadsTo}: nothing is connected. */
  static final int DOWN = -1;

  /** In {@link #leadsTo}: an adapter or router is connected. */
  static final int END_PORT = -2;

  final int switchCount;
  final int portCount;
  final int[] firstPort; // by switch, length switchCount+1
  final int[] leadsTo; // by port: the switch at the other end, DOWN or END_PORT
  final int[] peer; // by port, Fabric.NONE where down
  final int[] switchOf; // by port
  final int channelCount; // ports that lead to a switch
  final int[] firstNeighbour; // by switch, length switchCount+1
  final int[] neighbours; // each once, by ranges of firstNeighbour

  SwitchPorts(Fabric fabric) {
    switchCount = fabric.switchCount();
    firstPort = new int[switchCount + 1];
    for (int node = 0; node < switchCount; node++) {
      firstPort[node + 1] = firstPort[node] + fabric.externalPortCount(node) + 1;
    }
    portCount = firstPort[switchCount];
    leadsTo = new int[portCount];
    peer = new int[portCount];
    switchOf = new int[portCount];
    int channels = 0;
    for (int port = 0; port < portCount; port++) {
      peer[port] = fabric.peer(port);
      switchOf[port] = fabric.nodeOf(port);
      if (peer[port] == Fabric.NONE) {
        leadsTo[port] = DOWN;
      } else if (fabric.isSwitch(fabric.nodeOf(peer[port]))) {
        leadsTo[port] = fabric.nodeOf(peer[port]);
        channels++;
      } else {
        leadsTo[port] = END_PORT;
      }
    }
    channelCount = channels;
    firstNeighbour = new int[switchCount + 1];
    neighbours = collectNeighbours();
  }

  private int[] collectNeighbours() {
    int[] found = new int[channelCount];
    int count = 0;
    int[] seenBy = new int[switchCount];
    Arrays.fill(seenBy, Fabric.NONE);
    for (int node = 0; node < switchCount; node++) {
      for (int port = firstPort[node]; port < firstPort[node + 1]; port++) {
        int other = leadsTo[port];
        if (other >= 0 && seenBy[other] != node) {
          seenBy[other] = node;
          found[count++] = other;
        }
      }
      firstNeighbour[node + 1] = count;
    }
    return Arrays.copyOf(found, count);
  }

  /** The port that an entry of a table names, or {@link Fabric#NONE}: port 0, or no such port. */
  int out(int node, int number) {
    int port = firstPort[node] + number;
    return number == 0 || port >= firstPort[node + 1] ? Fabric.NONE : port;
  }

  /**
   * What becomes of packets at a switch whose entry leads to no other switch: null where they
   * arrive.
   */
  Fault end(int node, int number, int destinationPort) {
    int port = firstPort[node] + number;
    if (number == 0) {
      return port == destinationPort ? null : Fault.WRONG_END_PORT;
    }
    if (port >= firstPort[node + 1]) {
      return number == ForwardingTables.NO_PORT ? Fault.NO_ENTRY : Fault.ABSENT_PORT;
    }
    if (leadsTo[port] == DOWN) {
      return Fault.DOWN_PORT;
    }
    return peer[port] == destinationPort ? null : Fault.WRONG_END_PORT;
  }

  /** The port number of a switch's port. */
  int numberOf(int port) {
    return port - firstPort[switchOf[port]];
  }
}
