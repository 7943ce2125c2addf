package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.routing.cdg.Channels;
import io.dateline.routing.cdg.Turns;
import java.util.Arrays;

/**
 * Reads {@link MergedTrees} out of tables: from the switch outwards, with the set of LIDs that take
 * each channel. Whatever goes round and round is never come to. One worker's scratch.
 */
final class TreeMerger {
  private final Channels channels;
  private final Turns turns;
  private final TableColumns columns;
  private final int[] columnOf; // by tree
  private final long[] via; // by channel: LIDs that take it
  private final int[] firstInto; // by switch: a channel into it that is taken; or NONE
  private final int[] nextInto; // by channel: another one; or NONE
  private final int[] taken; // channels
  private int takenCount;
  private int[] exits = {}; // by place: its channel
  private final MergedTrees into = new MergedTrees();

  /**
   * A reader.
   *
   * @param columnOf by tree: where its LID's entries are among the columns
   */
  TreeMerger(Channels channels, Turns turns, TableColumns columns, int[] columnOf) {
    this.channels = channels;
    this.turns = turns;
    this.columns = columns;
    this.columnOf = columnOf;
    via = new long[channels.count];
    firstInto = new int[channels.switchCount];
    nextInto = new int[channels.count];
    taken = new int[channels.count];
    Arrays.fill(firstInto, Fabric.NONE);
  }

  /**
   * Reads the trees of some LIDs.
   *
   * @param home the switch they are all at
   * @param trees of the LIDs, {@link MergedTrees#LIDS_MAX} at most
   * @param rows the layers of their paths
   * @param sends by switch, whether its path may be open; null where all may
   * @param layer of open paths
   * @return the same ones every time, read anew
   */
  MergedTrees read(int home, int[] trees, LayerRows rows, boolean[] sends, int layer) {
    MergedTrees into = this.into;
    for (int i = 0; i < trees.length; i++) {
      takeChannels(home, columns.at(columnOf[trees[i]]), 1L << i);
    }
    into.trees = trees;
    into.openCount = 0;
    long all = -1L >>> (Long.SIZE - trees.length);
    placeHome(home, all);
    int[] firstInto = this.firstInto;
    int[] nextInto = this.nextInto;
    long[] via = this.via;
    int[] tail = turns.tail;
    boolean allOpen = layer == LayerRows.NONE && areEmpty(trees, rows);
    long paths = trees.length; // from every switch, the home among them
    for (int place = 0; place < into.count; place++) {
      long members = into.members[place];
      for (int c = firstInto[into.nodes[place]]; c != Fabric.NONE; c = nextInto[c]) {
        long shared = via[c] & members;
        if (shared != 0) {
          if (into.count == into.links.length) {
            grow();
          }
          int next = into.count++;
          int node = tail[c];
          into.links[next] = place;
          into.turns[next] = place == 0 ? turns.count() : turns.of(c, exits[place]);
          into.nodes[next] = (char) node;
          into.members[next] = shared;
          exits[next] = c;
          int begin = Long.bitCount(shared);
          paths += begin;
          int open = 0;
          if (sends == null || sends[node]) {
            open = allOpen ? begin : open(shared, trees, rows, node, layer);
          }
          into.open[next] = (byte) open;
          into.openCount += open;
        }
      }
    }
    boolean isComplete = paths == (long) trees.length * channels.switchCount;
    into.complete = isComplete ? all : complete();
    forgetChannels();
    return into;
  }

  private void takeChannels(int home, byte[] entries, long lid) {
    int[] at = channels.at;
    int[] firstPort = channels.firstPort;
    long[] via = this.via;
    for (int node = 0; node < entries.length; node++) {
      int port = firstPort[node] + (entries[node] & 0xFF);
      int channel = port < firstPort[node + 1] ? at[port] : Channels.DOWN;
      if (channel >= 0 && node != home) {
        if (via[channel] == 0) {
          int head = channels.head[channel];
          nextInto[channel] = firstInto[head];
          firstInto[head] = channel;
          taken[takenCount++] = channel;
        }
        via[channel] |= lid;
      }
    }
  }

  private void forgetChannels() {
    while (takenCount > 0) {
      int channel = taken[--takenCount];
      via[channel] = 0;
      firstInto[channels.head[channel]] = Fabric.NONE;
    }
  }

  private void placeHome(int home, long all) {
    if (into.links.length == 0) {
      grow();
    }
    into.count = 1;
    into.links[0] = 0;
    into.nodes[0] = (char) home;
    into.members[0] = all;
    into.open[0] = 0;
  }

  private void grow() {
    into.grow(2 * into.links.length + channels.switchCount);
    exits = Arrays.copyOf(exits, into.links.length);
  }

  private static boolean areEmpty(int[] trees, LayerRows rows) {
    for (int tree : trees) {
      if (!rows.isEmpty(tree)) {
        return false;
      }
    }
    return true;
  }

  private static int open(long members, int[] trees, LayerRows rows, int node, int layer) {
    int open = 0;
    for (int i = 0; members >>> i != 0 && i < trees.length; i++) {
      if ((members >>> i & 1) != 0 && rows.layer(trees[i], node) == layer) {
        open++;
      }
    }
    return open;
  }

  /** The LIDs that are at as many places as there are switches. */
  private long complete() {
    int[] places = new int[into.trees.length];
    for (int place = 0; place < into.count; place++) {
      for (int i = 0; i < places.length; i++) {
        places[i] += (int) (into.members[place] >>> i & 1);
      }
    }
    long complete = 0;
    for (int i = 0; i < places.length; i++) {
      complete |= places[i] == channels.switchCount ? 1L << i : 0;
    }
    return complete;
  }
}
