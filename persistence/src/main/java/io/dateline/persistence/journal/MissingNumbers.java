package io.dateline.persistence.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbers that were left out where a reader of ascending numbers has been: those of transactions
 * that had one already and were not committed yet. Such a number comes later, or never if its
 * transaction was rolled back. Owned by one thread at a time; times are {@link System#nanoTime}.
 */
final class MissingNumbers {
  /** All numbers from the first to the last one, missed at the same moment. */
  private record Range(long first, long last, long since) {}

  private final List<Range> ranges = new ArrayList<>(); // ascending
  private long end;

  /**
   * Nothing is missing yet.
   *
   * @param end the reader begins behind this number
   */
  MissingNumbers(long end) {
    this.end = end;
  }

  /** The highest number that was seen. */
  long end() {
    return end;
  }

  /** The reader has come to a number behind the end. */
  void reach(long number, long now) {
    if (number > end + 1) {
      ranges.add(new Range(end + 1, number - 1, now));
    }
    end = number;
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** The lowest missing number; there must be one. */
  long first() {
    return ranges.getFirst().first;
  }

  /** The highest missing number; there must be one. */
  long last() {
    return ranges.getLast().last;
  }

  boolean contains(long number) {
    return rangeOf(number) >= 0;
  }

  /** A missing number has come. */
  void found(long number) {
    int at = rangeOf(number);
    Range range = ranges.remove(at);
    if (number < range.last) {
      ranges.add(at, new Range(number + 1, range.last, range.since));
    }
    if (number > range.first) {
      ranges.add(at, new Range(range.first, number - 1, range.since));
    }
  }

  /** What was missed before a moment will not come any more. */
  void giveUp(long before) {
    ranges.removeIf(range -> range.since - before < 0);
  }

  /** Its index, or a negative number. */
  private int rangeOf(long number) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Range range = ranges.get(middle);
      if (number < range.first) {
        high = middle - 1;
      } else if (number > range.last) {
        low = middle + 1;
      } else {
        return middle;
      }
    }
    return -1;
  }
}
