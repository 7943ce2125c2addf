package io.dateline.routing.ftree;

import java.util.Arrays;

/**
 * Which port groups of one switch lead straight up to which switches above it, and straight down to
 * which below. A worker's scratch, for one switch after another.
 *
 * <p>A group has the index that it has among its switch's groups.
 */
final class NextGroups {
  /** No group leads there. */
  static final int NONE = -1;

  /** Several groups lead there, or a group of several cables. */
  static final int SEVERAL = -2;

  private final Tree tree;
  private final PortGroups groups;
  private final int[] onlyPorts; // by switch: port number, NONE or SEVERAL
  private final int[]
      adjacent; // by switch: the group that leads to it without any between, or NONE
  private final int[] seenBy; // by switch: the last walk that came there
  private final int[] touched; // switches with at least one group
  private int touchedCount;
  private int walks;
  private long[] sets = new long[0]; // by switch, `words` each: bits by group index
  private int words;
  private final int[] stack;
  private int node;

  NextGroups(Tree tree) {
    this.tree = tree;
    groups = tree.groups();
    int count = tree.switchCount();
    onlyPorts = new int[count];
    adjacent = new int[count];
    Arrays.fill(onlyPorts, NONE);
    Arrays.fill(adjacent, NONE);
    seenBy = new int[count];
    touched = new int[count];
    stack = new int[count];
  }

  /** Turns to a switch. */
  void of(int ofNode) {
    for (int i = 0; i < touchedCount; i++) {
      onlyPorts[touched[i]] = NONE;
      adjacent[touched[i]] = NONE;
      Arrays.fill(sets, touched[i] * words, (touched[i] + 1) * words, 0);
    }
    touchedCount = 0;
    node = ofNode;
    words = (groups.first[node + 1] - groups.first[node] + Long.SIZE - 1) / Long.SIZE;
    if (sets.length < words * seenBy.length) {
      sets = new long[words * seenBy.length];
    }
    for (int group = groups.first[node]; group < groups.firstSibling[node]; group++) {
      walk(group, true);
    }
    for (int group = groups.firstChild[node]; group < groups.first[node + 1]; group++) {
      walk(group, false);
    }
  }

  /** Marks what a group leads to. */
  private void walk(int group, boolean up) {
    int index = group - groups.first[node];
    walks++;
    adjacent[groups.remotes[group]] = group;
    stack[0] = groups.remotes[group];
    seenBy[stack[0]] = walks;
    int depth = 1;
    while (depth > 0) {
      int at = stack[--depth];
      mark(at, group, index);
      int next = up ? groups.first[at] : groups.firstChild[at];
      int end = up ? groups.firstSibling[at] : groups.first[at + 1];
      for (; next < end; next++) {
        int other = groups.remotes[next];
        if (seenBy[other] != walks) {
          seenBy[other] = walks;
          stack[depth++] = other;
        }
      }
    }
  }

  private void mark(int at, int group, int index) {
    sets[at * words + (index >>> 6)] |= 1L << (index & 63);
    if (onlyPorts[at] == NONE) {
      touched[touchedCount++] = at;
      onlyPorts[at] =
          groups.size(group) > 1
              ? SEVERAL
              : tree.fabric().portNumber(groups.cables[groups.firstCable[group]]);
    } else {
      onlyPorts[at] = SEVERAL;
    }
  }

  /** By switch: the number of the only port that leads there, {@link #NONE} or {@link #SEVERAL}. */
  int[] onlyPorts() {
    return onlyPorts;
  }

  /** The group to a parent or child, {@link #NONE} if a switch is neither. */
  int adjacent(int other) {
    return adjacent[other];
  }

  /** One of the groups that lead to a switch, of which there must be one. */
  int group(int to, int choice) {
    int count = 0;
    for (int word = 0; word < words; word++) {
      count += Long.bitCount(sets[to * words + word]);
    }
    int rest = choice % count;
    for (int word = 0; ; word++) {
      long set = sets[to * words + word];
      int here = Long.bitCount(set);
      if (rest < here) {
        for (; rest > 0; rest--) {
          set &= set - 1;
        }
        return groups.first[node] + word * Long.SIZE + Long.numberOfTrailingZeros(set);
      }
      rest -= here;
    }
  }
}
