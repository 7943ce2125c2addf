package io.dateline.routing.layers;

import java.util.Arrays;

/**
 * A tree of paths, for who goes over it many times: switches are at places, everyone behind the
 * next one on its path, the home at place 0; turns are numbered already. A path is <em>open</em>
 * while somebody looks for its layer; switches that are on no open path need not stay.
 *
 * <p>Owned by one thread.
 */
final class OpenTree {
  int count; // places
  int openCount; // open paths
  int[] links; // by place: twice the place of the next switch, and 1 if the path is open
  int[] turns; // by place: from its channel into the next one's; turns.count() where that is home
  char[] nodes; // by place: the switch

  private int[] placeOf; // by switch; of a tree that is read into
  private int[] exits; // by place: its channel; likewise

  /** One that is read into. */
  OpenTree(int switches) {
    this(new int[switches], new int[switches], new char[switches]);
    placeOf = new int[switches];
    exits = new int[switches];
  }

  private OpenTree(int[] links, int[] turns, char[] nodes) {
    this.links = links;
    this.turns = turns;
    this.nodes = nodes;
  }

  /**
   * Reads a tree; of one without a home there are no places.
   *
   * @param row by switch, the layer of its path
   * @param sends by switch, whether its path may be open; null where all may
   * @param layer of open paths
   */
  void read(DestinationTrees.View view, Turns all, byte[] row, boolean[] sends, int layer) {
    openCount = 0;
    count = 0;
    if (view.count == 0) {
      return;
    }
    placeOf[view.home] = 0;
    nodes[0] = (char) view.home;
    links[0] = 0;
    count = 1;
    for (int way = 0; way < view.count; way++) {
      int channel = view.ways[way];
      int node = all.tail[channel];
      int next = placeOf[all.head[channel]];
      int isOpen = row[node] == layer && (sends == null || sends[node]) ? 1 : 0;
      placeOf[node] = count;
      exits[count] = channel;
      nodes[count] = (char) node;
      links[count] = 2 * next + isOpen;
      turns[count] = next == 0 ? all.count() : all.of(channel, exits[next]);
      openCount += isOpen;
      count++;
    }
  }

  /** The same, which is no longer than it need be. */
  OpenTree copy() {
    OpenTree copy =
        new OpenTree(
            Arrays.copyOf(links, count), Arrays.copyOf(turns, count), Arrays.copyOf(nodes, count));
    copy.count = count;
    copy.openCount = openCount;
    return copy;
  }

  /** Says that a path is not open any more. */
  void close(int place) {
    links[place] &= ~1;
    openCount--;
  }

  /**
   * Closes paths, and forgets places that are on no open one.
   *
   * @param bad by place: 0 where the path is to be closed
   * @param places room for as many places; overwritten
   */
  void keepOpen(int[] bad, int[] places) {
    Arrays.fill(places, 0, count, 0); // 1 where somebody comes by or begins
    for (int place = count - 1; place > 0; place--) {
      if (bad[place] != 0) {
        places[place] |= links[place] & 1;
      }
      places[links[place] >> 1] |= places[place];
    }
    openCount = 0;
    int left = 1;
    places[0] = 0; // from here on where a place is now
    for (int place = 1; place < count; place++) {
      if (places[place] != 0) {
        int isOpen = bad[place] != 0 ? links[place] & 1 : 0;
        openCount += isOpen;
        links[left] = 2 * places[links[place] >> 1] + isOpen;
        turns[left] = turns[place];
        nodes[left] = nodes[place];
        places[place] = left++;
      }
    }
    count = left;
  }
}
