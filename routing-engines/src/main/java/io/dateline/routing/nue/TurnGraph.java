package io.dateline.routing.nue;

import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.cdg.LabelledList;

/**
 * The complete channel dependency graph of one lane (Domke, Hoefler and Matsuoka, HPDC 2016,
 * section 3). Its vertices are the channels between switches; its edges, the <em>turns</em>, are
 * all pairs of channels that a packet could take one after the other. A turn is <em>open</em> until
 * a path wants it; then it is <em>used</em> for good or, where it would close a cycle with those
 * that are used, <em>closed</em> for good. So every turn is searched for cycles once at most.
 *
 * <p>Channels have an order that every used turn leads upwards in, so that a turn that does has not
 * to be looked for cycles. One that does not is searched from its first channel back, no farther
 * than its second channel is, and what was found is moved before that one: the first half of D. J.
 * Pearce and P. H. J. Kelly, "A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs",
 * ACM Journal of Experimental Algorithmics 11 (2006), section 3.2. Their search of what comes after
 * the second channel finds ten times as much here, for trees grow against the packets' direction:
 * few packets come to the first channel so far. Where it is not made, what was moved needs new
 * places, which {@link LabelledList} has.
 *
 * <p>Turns are bits: of all that lead to a channel a tree that grows learns in one word.
 *
 * <p>Owned by one thread.
 */
final class TurnGraph {
  private final SwitchGraph channels;
  private final int words; // a channel: a bit for every cable of the switch with the most
  private final long[] before; // by channel and cable of the switch it leaves: the turn is used
  private final long[] closed; // by channel and cable of the switch it leaves
  private final LabelledList order;

  // Of a search.
  private final int[] seen; // by channel: number of the search that was there last
  private int search;
  private long visits;
  private final int[] found; // channels, each after those before it
  private int foundCount;
  private final int[] open; // channels that the search is on its way back from
  private final int[] openWord; // by depth: the word of them that it is at
  private final long[] openBits; // by depth: what is left of that word

  /**
   * A graph with no turn used; turns back into the same cable are closed.
   *
   * @param order all channels, as they are ordered at first
   */
  TurnGraph(SwitchGraph channels, int[] order) {
    this.channels = channels;
    int most = 1;
    for (int node = 0; node < channels.switchCount; node++) {
      most = Math.max(most, channels.first[node + 1] - channels.first[node]);
    }
    words = (most + Long.SIZE - 1) / Long.SIZE;
    before = new long[Math.multiplyExact(channels.channelCount, words)];
    closed = new long[before.length];
    seen = new int[channels.channelCount];
    found = new int[channels.channelCount];
    open = new int[channels.channelCount];
    openWord = new int[channels.channelCount];
    openBits = new long[channels.channelCount];
    this.order = new LabelledList(order);
    for (int node = 0; node < channels.switchCount; node++) {
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
    if (order.label(second) < order.label(first) && !putInOrder(first, second)) {
      closed[word] |= bit;
      return false;
    }
    before[word] |= bit;
    return true;
  }

  /** Whether a turn needs no search: its second channel comes after its first one already. */
  boolean isInOrder(int first, int second) {
    return order.label(first) < order.label(second);
  }

  /** Channels that all searches so far have come to. */
  long visits() {
    return visits;
  }

  /** Words of bits that the cables of a switch take. */
  int words() {
    return words;
  }

  /** The cables, as bits, from which packets may never go on to a channel; 64 to a word. */
  long closed(int channel, int word) {
    return closed[channel * words + word];
  }

  /** The cables, as bits, from which packets go on to a channel; 64 to a word. */
  long used(int channel, int word) {
    return before[channel * words + word];
  }

  /** Moves the first channel, and all that comes before it, before the second; not on a cycle. */
  private boolean putInOrder(int first, int second) {
    boolean isCycle = !lookBehind(first, second);
    visits += foundCount;
    if (!isCycle) {
      order.move(found, foundCount, second);
    }
    return !isCycle;
  }

  /** Finds what comes before a channel, depth first; returns false when it comes to the goal. */
  private boolean lookBehind(int from, int goal) {
    search++;
    foundCount = 0;
    long lowest = order.label(goal);
    seen[from] = search;
    int depth = 0;
    enter(from, depth);
    while (depth >= 0) {
      int channel = open[depth];
      if (openBits[depth] == 0) {
        if (++openWord[depth] < words) {
          openBits[depth] = before[channel * words + openWord[depth]];
        } else {
          found[foundCount++] = channel;
          depth--;
        }
        continue;
      }
      long bits = openBits[depth];
      openBits[depth] = bits & bits - 1;
      int cable = openWord[depth] * Long.SIZE + Long.numberOfTrailingZeros(bits);
      int previous = channels.reverse[channels.first[channels.from(channel)] + cable];
      if (previous == goal) {
        return false;
      }
      if (seen[previous] != search && order.label(previous) > lowest) {
        seen[previous] = search;
        enter(previous, ++depth);
      }
    }
    return true;
  }

  private void enter(int channel, int depth) {
    open[depth] = channel;
    openWord[depth] = 0;
    openBits[depth] = before[channel * words];
  }
}
