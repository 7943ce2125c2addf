package io.dateline.routing.nue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.SwitchGraph;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The paths to one LID that tables of before have, as far as cables still lead along them and the
 * turns on them close no cycle. One worker's scratch, for one LID after the other.
 */
final class StandingTree {
  private static final int UNKNOWN = -2;

  private final SwitchGraph channels;
  private final int[] via; // by switch: the channel it leaves by
  private final int[] hops; // by switch, Fabric.NONE without a path
  private final int[] nodes; // with a path, by hops, the destination's first
  private final int[] starts; // by hops: where their switches begin, scratch
  private int home;
  private int count;

  StandingTree(SwitchGraph channels) {
    this.channels = channels;
    via = new int[channels.switchCount];
    hops = new int[channels.switchCount];
    nodes = new int[channels.switchCount];
    starts = new int[channels.switchCount + 1];
  }

  /**
   * Reads a LID's paths, and uses their turns.
   *
   * @param destination the switch that the LID is at
   * @param turns in use so far; a path that needs another one, which would close a cycle, is left
   *     out, and so are all that come by it
   */
  void read(ForwardingTables tables, int lid, int destination, TurnGraph turns) {
    for (int node = 0; node < hops.length; node++) {
      int port = tables.port(node, lid);
      via[node] = port == ForwardingTables.NO_PORT ? Fabric.NONE : channels.channel(node, port);
    }
    home = destination;
    via[home] = Fabric.NONE;
    measure();
    use(turns);
  }

  /**
   * Gives some switches, and those on their way, the path on the escape tree. Others whose path
   * comes by one of these keep it only where the turn closes no cycle.
   *
   * @param stranded those that can have no other path
   * @param toward by switch: the channel on the escape tree, of which all turns are in use
   */
  void escape(IntPredicate stranded, int[] toward, TurnGraph turns) {
    for (int node = 0; node < via.length; node++) {
      if (stranded.test(node)) {
        for (int at = node; at != home; at = channels.to[via[at]]) {
          via[at] = toward[at];
        }
      }
    }
    measure();
    use(turns);
  }

  /** Has a switch with a path leave by another channel, to one whose path does not come by it. */
  void send(int node, int channel) {
    via[node] = channel;
    measure();
  }

  private void measure() {
    Arrays.fill(hops, UNKNOWN);
    hops[home] = 0;
    for (int node = 0; node < hops.length; node++) {
      if (hops[node] == UNKNOWN) {
        follow(node);
      }
    }
    sort();
  }

  /** Finds the hops of a switch and of those on its path. */
  private void follow(int from) {
    int steps = 0;
    int node = from;
    while (hops[node] == UNKNOWN) {
      hops[node] = Fabric.NONE; // where a path comes back to itself it leads nowhere
      nodes[steps++] = node;
      if (via[node] == Fabric.NONE) {
        return;
      }
      node = channels.to[via[node]];
    }
    for (int known = hops[node]; known != Fabric.NONE && steps > 0; ) {
      hops[nodes[--steps]] = ++known;
    }
  }

  private void sort() {
    Arrays.fill(starts, 0);
    for (int hop : hops) {
      if (hop != Fabric.NONE) {
        starts[hop + 1]++;
      }
    }
    for (int hop = 1; hop < starts.length; hop++) {
      starts[hop] += starts[hop - 1];
    }
    count = starts[starts.length - 1];
    for (int node = 0; node < hops.length; node++) {
      if (hops[node] != Fabric.NONE) {
        nodes[starts[hops[node]]++] = node;
      }
    }
  }

  private void use(TurnGraph turns) {
    int left = 1;
    for (int place = 1; place < count; place++) {
      int node = nodes[place];
      int next = channels.to[via[node]];
      boolean stands =
          hops[next] != Fabric.NONE
              && (via[next] == Fabric.NONE || turns.use(via[node], via[next]));
      if (stands) {
        nodes[left++] = node;
      } else {
        hops[node] = Fabric.NONE;
      }
    }
    count = left;
  }

  /** The switches with a path; the destination's is the first one. */
  int count() {
    return count;
  }

  int node(int place) {
    return nodes[place];
  }

  /** The channel by which a switch with a path leaves, {@link Fabric#NONE} at the destination. */
  int via(int node) {
    return via[node];
  }

  /** Hops of a switch's path, {@link Fabric#NONE} without one. */
  int hops(int node) {
    return hops[node];
  }

  /**
   * Counts paths.
   *
   * @param senders by switch: paths that begin there; null for none
   * @param carried by switch, is written: those that go by it or begin there
   */
  void carry(int[] senders, long[] carried) {
    for (int place = 0; place < count; place++) {
      carried[nodes[place]] = senders == null ? 0 : senders[nodes[place]];
    }
    for (int place = count - 1; place > 0; place--) {
      int node = nodes[place];
      carried[channels.to[via[node]]] += carried[node];
    }
  }

  /**
   * Adds to the load of every channel the paths of this tree that go by it.
   *
   * @param senders by switch: paths that begin there
   * @param loads by channel: what the one of the same cable the other way carries
   * @param carried by switch, scratch
   */
  void weigh(int[] senders, long[] loads, long[] carried) {
    carry(senders, carried);
    for (int place = 1; place < count; place++) {
      int node = nodes[place];
      loads[channels.reverse[via[node]]] += carried[node];
    }
  }
}
