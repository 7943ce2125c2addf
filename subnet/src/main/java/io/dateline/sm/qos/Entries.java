package io.dateline.sm.qos;

import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A block of lines {@code keyword: value}. */
abstract class Entries implements PolicyBlock {
  /** What it is for, for people. */
  static final String USE = "use";

  private final String block;
  private final List<String> once;
  private final List<String> often;
  private final Set<String> seen = new HashSet<>(); // also where the value was wrong

  /**
   * Makes one without lines.
   *
   * @param block its name
   * @param once keywords that may be there once
   * @param often keywords that may be there again and again, each time for more of the same
   */
  Entries(String block, List<String> once, List<String> often) {
    this.block = block;
    this.once = once;
    this.often = often;
  }

  /** Takes a value, which is not empty but for {@link #USE}. */
  abstract void take(String keyword, String value, int lineNumber) throws LineException;

  @Override
  public final void line(String text, int lineNumber) throws LineException {
    int colon = text.indexOf(':');
    String keyword = (colon < 0 ? text : text.substring(0, colon)).strip();
    if (!once.contains(keyword) && !often.contains(keyword)) {
      throw new LineException(
          "there is no '%s' in a %s".formatted(LineCursor.excerpt(keyword), block));
    }
    String value = colon < 0 ? "" : text.substring(colon + 1).strip();
    if (value.isEmpty() && !keyword.equals(USE)) {
      throw new LineException("%s needs ': ' and a value".formatted(keyword));
    }
    if (!seen.add(keyword) && once.contains(keyword)) {
      throw new LineException("this %s has more than one %s".formatted(block, keyword));
    }
    take(keyword, value, lineNumber);
  }

  /** Makes sure that a keyword was there. */
  final void require(String keyword) throws LineException {
    if (!seen.contains(keyword)) {
      throw new LineException("this %s has no %s".formatted(block, keyword));
    }
  }
}
