package io.dateline.routing.layers;

import java.util.Arrays;

/**
 * The trees of paths to LIDs at one switch, merged, for code that goes over them many times: a path
 * from a switch that several of the LIDs share is there once, as a <em>place</em>. Every place is
 * behind that of the next switch on its path, the home is place 0; turns are numbered already. A
 * path to a LID is <em>open</em> while its layer is looked for; places that are on no open path
 * need not stay.
 *
 * <p>Owned by one thread.
 */
final class MergedTrees {
  /** How many LIDs there can be. */
  static final int LIDS_MAX = Long.SIZE;

  int[] trees = {}; // by bit of a set of LIDs
  long complete; // set of LIDs to which there is a path from every switch
  int count; // places
  int openCount; // open paths
  int[] links; // by place: the place of the next switch
  int[] turns; // by place: from its channel into the next one's; turns.count() where that is home
  char[] nodes; // by place: the switch
  long[] members; // by place: set of LIDs whose path it is
  byte[] open; // by place: to how many of these it is open

  /** One that is read into. */
  MergedTrees() {
    this(new int[0], new int[0], new char[0], new long[0], new byte[0]);
  }

  private MergedTrees(int[] links, int[] turns, char[] nodes, long[] members, byte[] open) {
    this.links = links;
    this.turns = turns;
    this.nodes = nodes;
    this.members = members;
    this.open = open;
  }

  /** Makes room for more places. */
  void grow(int places) {
    links = Arrays.copyOf(links, places);
    turns = Arrays.copyOf(turns, places);
    nodes = Arrays.copyOf(nodes, places);
    members = Arrays.copyOf(members, places);
    open = Arrays.copyOf(open, places);
  }

  /** The same, which is no longer than it need be. */
  MergedTrees copy() {
    MergedTrees copy = new MergedTrees(links, turns, nodes, members, open);
    copy.grow(count);
    copy.trees = trees;
    copy.complete = complete;
    copy.count = count;
    copy.openCount = openCount;
    return copy;
  }

  /** Says that the paths of a place are not open any more. */
  void close(int place) {
    openCount -= open[place];
    open[place] = 0;
  }

  /**
   * Closes paths, and forgets places that are on no open one.
   *
   * @param bad by place: 0 where the paths are to be closed
   * @param untouched LIDs all of whose places stay
   * @param places room for as many places; overwritten
   */
  void keepOpen(int[] bad, long untouched, int[] places) {
    Arrays.fill(places, 0, count, 0); // 1 where a path comes by or begins
    openCount = 0;
    for (int place = count - 1; place > 0; place--) {
      if (bad[place] == 0) {
        open[place] = 0;
      }
      openCount += open[place];
      if (open[place] != 0 || (members[place] & untouched) != 0) {
        places[place] = 1;
      }
      places[links[place]] |= places[place];
    }
    int left = 1;
    places[0] = 0; // from here on where a place is now
    for (int place = 1; place < count; place++) {
      if (places[place] != 0) {
        links[left] = places[links[place]];
        turns[left] = turns[place];
        nodes[left] = nodes[place];
        members[left] = members[place];
        open[left] = open[place];
        places[place] = left++;
      }
    }
    count = left;
  }
}
