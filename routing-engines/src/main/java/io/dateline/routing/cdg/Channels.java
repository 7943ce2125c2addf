package io.dateline.routing.cdg;

import io.dateline.fabric.Fabric;
import java.util.Arrays;

/**
 * The channels of a fabric: every switch port with a cable to a switch, as the way out of its
 * switch. They are numbered from 0 on in the order of their ports, so those of one switch follow
 * each other. Channels from and to end ports are left out: nothing comes before the former or after
 * the latter, so they are on no cycle.
 *
 * <p>Beside a {@link io.dateline.fabric.SwitchGraph} it has the cables from a switch to itself,
 * over which tables may well lead packets, and tells ports of end nodes from those that are down.
 *
 * <p>Immutable; arrays are shared and are never written to.
 */
public final class Channels {
  /** In {@link #at}: no cable. */
  public static final int DOWN = -1;

  /** In {@link #at}: the cable leads to an adapter or router. */
  public static final int END_PORT = -2;

  public final int switchCount;
  public final int count;
  public final int[] firstPort; // by switch, length switchCount+1: index of its port 0
  public final int[] at; // by switch port: the channel that leaves by it, DOWN or END_PORT
  public final int[] port; // by channel: the port it leaves by
  public final int[] head; // by channel: the switch it leads to
  public final int[] arrival; // by channel: number of the port it comes in by there
  public final int[] firstOf; // by switch, length switchCount+1: the first channel that leaves it

  public Channels(Fabric fabric) {
    switchCount = fabric.switchCount();
    firstPort = new int[switchCount + 1];
    firstOf = new int[switchCount + 1];
    for (int node = 0; node < switchCount; node++) {
      firstPort[node + 1] = firstPort[node] + fabric.externalPortCount(node) + 1;
    }
    int ports = firstPort[switchCount];
    at = new int[ports];
    int[] leaving = new int[ports];
    int found = 0;
    for (int node = 0; node < switchCount; node++) {
      firstOf[node] = found;
      for (int index = firstPort[node]; index < firstPort[node + 1]; index++) {
        int peer = fabric.peer(index);
        if (peer == Fabric.NONE) {
          at[index] = DOWN;
        } else if (!fabric.isSwitch(fabric.nodeOf(peer))) {
          at[index] = END_PORT;
        } else {
          at[index] = found;
          leaving[found++] = index;
        }
      }
    }
    firstOf[switchCount] = found;
    count = found;
    port = Arrays.copyOf(leaving, found);
    head = new int[found];
    arrival = new int[found];
    for (int channel = 0; channel < found; channel++) {
      int peer = fabric.peer(port[channel]);
      head[channel] = fabric.nodeOf(peer);
      arrival[channel] = fabric.portNumber(peer);
    }
  }

  /** The channels that leave a switch. */
  public int degree(int node) {
    return firstOf[node + 1] - firstOf[node];
  }

  /** The channel of the same cable in the other direction. */
  public int reverse(int channel) {
    return at[firstPort[head[channel]] + arrival[channel]];
  }
}
