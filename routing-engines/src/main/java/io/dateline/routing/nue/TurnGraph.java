package io.dateline.routing.nue;

import java.util.Arrays;

/**
 * The complete channel dependency graph of one lane (Domke, Hoefler and Matsuoka, HPDC 2016,
 * section 3). Its vertices are the channels between switches; its edges, the <em>turns</em>, are
 * all pairs of channels that a packet could take one after the other. A turn is <em>open</em> until
 * somebody wants it; then it is <em>used</em> for good or, where it would close a cycle with those
 * that are used, <em>closed</em> for good. So every turn is searched for cycles once at most.
 *
 * <p>Channels have positions that every used turn leads upwards in, kept by D. J. Pearce and P. H.
 * J. Kelly, "A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs", ACM Journal of
 * Experimental Algorithmics 11 (2006), section 3.2, as in {@link
 * io.dateline.routing.layers.DependencyGraph}. Turns are bits here: of all that lead to a channel a
 * tree that grows against the packets' direction learns in one word.
 *
 * <p>Owned by one thread.
 */
final class TurnGraph {
  private final DuplexChannels channels;
  private final int words; // a channel: a bit for every cable of the switch with the most
  private final long[] after; // by channel and cable of the switch it leads to: the turn is used
  private final long[] before; // by channel and cable of the switch it leaves: likewise
  private final long[] closed; // by channel and cable of the switch it leaves
  private final int[] position; // by channel
  private final int[] channelAt; // by position

  // Of a search.
  private final int[] seen; // by channel: number of the search that was there last
  private int search;
  private long visits;
  private int[] ahead = new int[64]; // positions found from the turn's second channel on
  private int[] behind = new int[64]; // positions found from its first channel back
  private int[] slots = new int[128];
  private int aheadCount;
  private int behindCount;

  /**
   * A graph with no turn used; turns back into the same cable are closed.
   *
   * @param order all channels, by their first position
   */
  TurnGraph(DuplexChannels channels, int[] order) {
    this.channels = channels;
    int most = 1;
    for (int node = 0; node < channels.switches; node++) {
      most = Math.max(most, channels.first[node + 1] - channels.first[node]);
    }
    words = (most + Long.SIZE - 1) / Long.SIZE;
    after = new long[Math.multiplyExact(channels.count, words)];
    before = new long[after.length];
    closed = new long[after.length];
    seen = new int[channels.count];
    channelAt = order.clone();
    position = new int[channels.count];
    for (int place = 0; place < order.length; place++) {
      position[order[place]] = place;
    }
    for (int node = 0; node < channels.switches; node++) {
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        int cable = channel - channels.first[node];
        closed[channel * words + (cable >>> 6)] |= 1L << cable;
      }
    }
  }

  /**
   * Whether packets may never go from a cable on to a channel.
   *
   * @param cable by which they come, counted at the switch that the channel leaves
   */
  boolean isClosed(int cable, int channel) {
    return (closed[channel * words + (cable >>> 6)] >>> cable & 1) != 0;
  }

  /** Whether packets go from a cable on to a channel. */
  boolean isUsed(int cable, int channel) {
    return (before[channel * words + (cable >>> 6)] >>> cable & 1) != 0;
  }

  /**
   * Uses a turn, unless that closes a cycle; then the turn is closed.
   *
   * @param first a channel to the switch that {@code second} leaves
   * @return whether it is used now
   */
  boolean use(int first, int second) {
    int node = channels.to[first];
    int cable = channels.reverse[first] - channels.first[node];
    int word = second * words + (cable >>> 6);
    long bit = 1L << cable;
    if ((before[word] & bit) != 0) {
      return true;
    }
    if ((closed[word] & bit) != 0) {
      return false;
    }
    if (position[second] < position[first] && !putInOrder(first, second)) {
      closed[word] |= bit;
      return false;
    }
    before[word] |= bit;
    int next = second - channels.first[node];
    after[first * words + (next >>> 6)] |= 1L << next;
    return true;
  }

  /** The place of a channel in an order in which every used turn leads to a later place. */
  int position(int channel) {
    return position[channel];
  }

  /** Channels that all searches so far have come to. */
  long visits() {
    return visits;
  }

  /** Moves what comes after the second channel behind all that comes before the first. */
  private boolean putInOrder(int first, int second) {
    search++;
    int lowest = position[second];
    int highest = position[first];
    boolean isCycle = !lookAhead(second, first, highest);
    visits += aheadCount;
    if (isCycle) {
      return false;
    }
    lookBehind(first, lowest);
    visits += behindCount;
    Arrays.sort(ahead, 0, aheadCount);
    Arrays.sort(behind, 0, behindCount);
    int count = aheadCount + behindCount;
    if (slots.length < count) {
      slots = new int[2 * count];
    }
    merge(count);
    // Positions become channels before any of them is given away.
    for (int i = 0; i < behindCount; i++) {
      behind[i] = channelAt[behind[i]];
    }
    for (int i = 0; i < aheadCount; i++) {
      ahead[i] = channelAt[ahead[i]];
    }
    for (int i = 0; i < count; i++) {
      int channel = i < behindCount ? behind[i] : ahead[i - behindCount];
      position[channel] = slots[i];
      channelAt[slots[i]] = channel;
    }
    return true;
  }

  private void merge(int count) {
    int a = 0;
    int b = 0;
    for (int i = 0; i < count; i++) {
      boolean isAhead = b == behindCount || (a < aheadCount && ahead[a] < behind[b]);
      slots[i] = isAhead ? ahead[a++] : behind[b++];
    }
  }

  /** Returns false when it comes to the goal. */
  private boolean lookAhead(int from, int goal, int highest) {
    aheadCount = 0;
    ahead = put(ahead, aheadCount++, position[from]);
    seen[from] = search;
    for (int i = 0; i < aheadCount; i++) {
      int channel = channelAt[ahead[i]];
      int base = channels.first[channels.to[channel]];
      for (int word = 0; word < words; word++) {
        for (long bits = after[channel * words + word]; bits != 0; bits &= bits - 1) {
          int next = base + word * Long.SIZE + Long.numberOfTrailingZeros(bits);
          if (next == goal) {
            return false;
          }
          if (seen[next] != search && position[next] < highest) {
            seen[next] = search;
            ahead = put(ahead, aheadCount++, position[next]);
          }
        }
      }
    }
    return true;
  }

  private void lookBehind(int from, int lowest) {
    behindCount = 0;
    behind = put(behind, behindCount++, position[from]);
    seen[from] = search;
    for (int i = 0; i < behindCount; i++) {
      int channel = channelAt[behind[i]];
      int base = channels.first[channels.from(channel)];
      for (int word = 0; word < words; word++) {
        for (long bits = before[channel * words + word]; bits != 0; bits &= bits - 1) {
          int cable = base + word * Long.SIZE + Long.numberOfTrailingZeros(bits);
          int previous = channels.reverse[cable];
          if (seen[previous] != search && position[previous] > lowest) {
            seen[previous] = search;
            behind = put(behind, behindCount++, position[previous]);
          }
        }
      }
    }
  }

  private static int[] put(int[] list, int at, int value) {
    int[] room = at < list.length ? list : Arrays.copyOf(list, 2 * at);
    room[at] = value;
    return room;
  }
}
