package io.dateline.routing.proof;

import io.dateline.routing.cdg.Channels;
import io.dateline.routing.cdg.DependencyGraph;
import java.util.BitSet;

/**
 * Of how many destinations packets take each channel, and each two channels one right after the
 * other, where all is on one lane: so that a dependency can go again with the last destination that
 * needed it. A destination counts -1 where it is taken out.
 *
 * <p>Counts are by port, which keeps its index when a cable is lost, and wrap at 65,536, which is
 * more than there are LIDs: sums are right whatever their order. A row is there once a pair of it
 * is; rows that two counts have in common are there once. They take 36 MB for 3,840 switches of 64
 * cables.
 */
final class LaneCounts implements LaneSink, DependencyGraph.Edges {
  private final Channels channels;
  private final char weight;
  private final int[] taken; // by port of the channel
  private final char[][] rows; // by port of the first channel: by number of the second one's port
  private final BitSet owned; // ports whose rows are in no other counts

  /** Nothing yet; what it is told counts so much. */
  LaneCounts(Channels channels, int weight) {
    this(channels, (char) weight, new int[ports(channels)], new char[ports(channels)][]);
    owned.set(0, rows.length);
  }

  private LaneCounts(Channels channels, char weight, int[] taken, char[][] rows) {
    this.channels = channels;
    this.weight = weight;
    this.taken = taken;
    this.rows = rows;
    owned = new BitSet(rows.length);
  }

  private static int ports(Channels channels) {
    return channels.firstPort[channels.switchCount];
  }

  /** The same of other channels of the same ports, to {@link #add} to. */
  LaneCounts copy(Channels now) {
    return new LaneCounts(now, weight, taken.clone(), rows.clone());
  }

  @Override
  public void use(int channel, int vl) {
    taken[channels.port[channel]] += (short) weight;
  }

  @Override
  public void follow(int before, int vlBefore, int after, int vlAfter) {
    int port = channels.port[before];
    int node = channels.head[before];
    if (rows[port] == null) {
      rows[port] = new char[channels.firstPort[node + 1] - channels.firstPort[node]];
    }
    rows[port][channels.port[after] - channels.firstPort[node]] += weight;
  }

  /** Adds what another worker counted. */
  void add(LaneCounts other) {
    for (int port = 0; port < taken.length; port++) {
      taken[port] += other.taken[port];
      if (other.rows[port] != null) {
        add(port, other.rows[port]);
      }
    }
  }

  private void add(int port, char[] counts) {
    char[] row = rows[port];
    if (row == null || row.length != counts.length) {
      rows[port] = counts.clone(); // the cable leads to another switch, and no count was left
    } else {
      char[] sum = owned.get(port) ? row : row.clone();
      for (int number = 0; number < sum.length; number++) {
        sum[number] += counts[number];
      }
      rows[port] = sum;
    }
    owned.set(port);
  }

  /** Channels in use. */
  int lanes() {
    int count = 0;
    for (int paths : taken) {
      count += paths == 0 ? 0 : 1;
    }
    return count;
  }

  /** Pairs of channels. */
  int dependencies() {
    int count = 0;
    for (char[] row : rows) {
      if (row != null) {
        for (char paths : row) {
          count += paths == 0 ? 0 : 1;
        }
      }
    }
    return count;
  }

  /** Whether the channels can be ordered (A. B. Kahn, Communications of the ACM 5(11), 1962). */
  boolean isAcyclic() {
    int[] waiting = new int[taken.length]; // by port: pairs that end there, of those not seen
    for (int port = 0; port < rows.length; port++) {
      count(port, waiting, null, 0);
    }
    int[] queue = new int[taken.length];
    int tail = 0;
    for (int port = 0; port < waiting.length; port++) {
      if (waiting[port] == 0) {
        queue[tail++] = port;
      }
    }
    for (int head = 0; head < tail; head++) {
      tail = count(queue[head], waiting, queue, tail);
    }
    return tail == queue.length;
  }

  /**
   * Counts pairs that begin at a port; with a queue takes them off, and adds what waits no more.
   */
  private int count(int port, int[] waiting, int[] queue, int end) {
    char[] row = rows[port];
    int channel = row == null ? Channels.DOWN : channels.at[port];
    if (channel < 0) {
      return end;
    }
    int tail = end;
    int first = channels.firstPort[channels.head[channel]];
    for (int number = 0; number < row.length; number++) {
      if (row[number] == 0) {
        continue;
      }
      int after = first + number;
      if (queue == null) {
        waiting[after]++;
      } else if (--waiting[after] == 0) {
        queue[tail++] = after;
      }
    }
    return tail;
  }

  @Override
  public void forEach(DependencyGraph.Edge edge) {
    for (int channel = 0; channel < channels.count; channel++) {
      char[] row = rows[channels.port[channel]];
      int first = channels.firstPort[channels.head[channel]];
      for (int number = 0; row != null && number < row.length; number++) {
        if (row[number] != 0) {
          edge.between(channel, channels.at[first + number]);
        }
      }
    }
  }
}
