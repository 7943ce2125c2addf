package io.dateline.routing.balance;

import java.util.Arrays;

/**
 * The candidate port with the fewest paths, the first of them in port order.
 *
 * <p>Counters only rise. So a look at all candidates is worth several picks: it lists those that
 * have the fewest, and until the last of them has got a path no other can have fewer. A list is
 * good for the next destination, too, if that has the same candidates.
 */
final class LeastUsed {
  private final int[] ready = new int[256]; // port indices, ascending
  private int readyCount;
  private int readyAt;
  private int level; // paths of every port in the list when it was made

  private long[] set = new long[0]; // copy of the candidates
  private int words;
  private int[] counters = new int[0]; // by port index

  /**
   * Goes on with other candidates.
   *
   * @param candidates holds the set, bits by port index, which must not be empty
   * @param from where in {@code candidates} the set begins
   * @param length its words
   * @param paths counters by port index; only {@link #count} may change them
   */
  void over(long[] candidates, int from, int length, int[] paths) {
    if (paths == counters && Arrays.equals(set, 0, words, candidates, from, from + length)) {
      return;
    }
    if (set.length < length) {
      set = new long[length];
    }
    System.arraycopy(candidates, from, set, 0, length);
    words = length;
    counters = paths;
    readyCount = 0;
    readyAt = 0;
  }

  boolean isCandidate(int index) {
    return (set[index >>> 6] >>> (index & 63) & 1) != 0;
  }

  /** The port index to take. */
  int pick() {
    while (readyAt < readyCount) {
      int index = ready[readyAt];
      if (counters[index] == level) {
        return index;
      }
      readyAt++;
    }
    refill();
    return ready[0];
  }

  private void refill() {
    level = Integer.MAX_VALUE;
    readyCount = 0;
    readyAt = 0;
    for (int word = 0; word < words; word++) {
      for (long rest = set[word]; rest != 0; rest &= rest - 1) {
        int index = word * Long.SIZE + Long.numberOfTrailingZeros(rest);
        int paths = counters[index];
        if (paths < level) {
          level = paths;
          readyCount = 0;
        }
        if (paths == level) {
          ready[readyCount++] = index;
        }
      }
    }
  }

  /** Notes a path by a port. */
  void count(int index) {
    counters[index]++;
  }

  int paths(int index) {
    return counters[index];
  }

  /** Writes the candidates in ascending order and tells how many there are. */
  int list(int[] into) {
    int count = 0;
    for (int word = 0; word < words; word++) {
      for (long rest = set[word]; rest != 0; rest &= rest - 1) {
        into[count++] = word * Long.SIZE + Long.numberOfTrailingZeros(rest);
      }
    }
    return count;
  }
}
