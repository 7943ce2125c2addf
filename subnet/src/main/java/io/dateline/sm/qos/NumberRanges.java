package io.dateline.sm.qos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A set of unsigned numbers of up to 64 bits, as a policy file lists them: {@code 7-9,11}.
 *
 * @param ranges ascending; they neither overlap nor touch each other, however they were given
 */
public record NumberRanges(List<Range> ranges) {
  /** No number. As a criterion of a rule it is one that was not given. */
  public static final NumberRanges NONE = new NumberRanges(List.of());

  /**
   * Numbers that follow each other.
   *
   * @param first the smallest, unsigned
   * @param last the largest, inclusive
   */
  public record Range(long first, long last) {
    public Range {
      if (Long.compareUnsigned(first, last) > 0) {
        throw new IllegalArgumentException(
            "%s is larger than %s"
                .formatted(Long.toUnsignedString(first), Long.toUnsignedString(last)));
      }
    }
  }

  public NumberRanges {
    ranges = List.copyOf(merged(ranges));
  }

  private static List<Range> merged(List<Range> ranges) {
    List<Range> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparing(Range::first, Long::compareUnsigned));
    List<Range> merged = new ArrayList<>();
    for (Range next : sorted) {
      Range before = merged.isEmpty() ? null : merged.getLast();
      if (before == null || isApart(before, next)) {
        merged.add(next);
      } else if (Long.compareUnsigned(next.last, before.last) > 0) {
        merged.set(merged.size() - 1, new Range(before.first, next.last));
      }
    }
    return merged;
  }

  /** Whether there is a number between two ranges, of which {@code next} begins later. */
  private static boolean isApart(Range before, Range next) {
    return Long.compareUnsigned(next.first, before.last) > 0
        && Long.compareUnsigned(next.first - before.last, 1) > 0;
  }

  /** One number. */
  public static NumberRanges of(long number) {
    return of(number, number);
  }

  /** All from one number to another, both inclusive. */
  public static NumberRanges of(long first, long last) {
    return new NumberRanges(List.of(new Range(first, last)));
  }

  /** These and others. */
  public NumberRanges and(NumberRanges others) {
    List<Range> all = new ArrayList<>(ranges);
    all.addAll(others.ranges);
    return new NumberRanges(all);
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** Whether an unsigned number is one of them, in time logarithmic in the number of ranges. */
  public boolean contains(long number) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Range range = ranges.get(middle);
      if (Long.compareUnsigned(number, range.first) < 0) {
        high = middle - 1;
      } else if (Long.compareUnsigned(number, range.last) > 0) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }

  /** As a policy file has it, in hex. */
  @Override
  public String toString() {
    return ranges.stream()
        .map(
            range ->
                range.first == range.last
                    ? "0x%x".formatted(range.first)
                    : "0x%x-0x%x".formatted(range.first, range.last))
        .collect(Collectors.joining(","));
  }
}
