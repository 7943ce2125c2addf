package io.dateline.sm.qos;

import io.dateline.fabric.format.CNumber;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The small parts that lines of a policy file are made of. Numbers are C's, as in OpenSM. */
final class PolicyText {
  private static final int BASE_MASK = 0x7FFF;

  private PolicyText() {}

  /** A line without its comment and the blanks at its ends. What is quoted is no comment. */
  static String withoutComment(String line) {
    int end = outsideQuotes(line, '#', 0);
    return line.substring(0, end).strip();
  }

  /** A name as it is compared. */
  static String key(String name) {
    return name.replaceAll("\\s", "").toLowerCase(Locale.ROOT);
  }

  /** A text, which may be quoted. */
  static String text(String value) throws LineException {
    String text = value.replace("\"", "").strip();
    if (text.isEmpty()) {
      throw new LineException("a name is missing");
    }
    return text;
  }

  /** Texts with commas between them; a comma that is quoted belongs to its text. */
  static List<String> texts(String value) throws LineException {
    List<String> texts = new ArrayList<>();
    int start = 0;
    while (start <= value.length()) {
      int end = outsideQuotes(value, ',', start);
      texts.add(text(value.substring(start, end)));
      start = end + 1;
    }
    return texts;
  }

  /** Where a character stands that is not quoted; at the end where it does not. */
  private static int outsideQuotes(String text, char wanted, int start) {
    for (int at = start; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == wanted) {
        return at;
      }
      int closing = c == '"' ? text.indexOf('"', at + 1) : -1;
      if (closing > 0) {
        at = closing;
      }
    }
    return text.length();
  }

  /** A number between two bounds, both inclusive. */
  static int number(String value, String what, int min, int max) throws LineException {
    long number = unsigned(value, what);
    if (Long.compareUnsigned(number, min) < 0 || Long.compareUnsigned(number, max) > 0) {
      throw new LineException(
          "%s %s is not within %d to %d".formatted(what, Long.toUnsignedString(number), min, max));
    }
    return (int) number;
  }

  /**
   * Numbers and ranges with commas between them. As in OpenSM a range may begin with its larger
   * end.
   *
   * @param max the largest that may be, unsigned
   */
  static NumberRanges ranges(String value, String what, long max) throws LineException {
    return new NumberRanges(parts(value, what, max));
  }

  /** The same of P_Keys, of which the lower 15 bits count, also of each end of a range. */
  static NumberRanges pKeys(String value) throws LineException {
    return new NumberRanges(
        parts(value, "P_Key", 0xFFFF).stream()
            .map(part -> range(part.first() & BASE_MASK, part.last() & BASE_MASK))
            .toList());
  }

  private static List<NumberRanges.Range> parts(String value, String what, long max)
      throws LineException {
    List<NumberRanges.Range> parts = new ArrayList<>();
    for (String part : value.split(",", -1)) {
      String[] ends = part.split("-", -1);
      if (ends.length > 2) {
        throw new LineException(
            "%s '%s' is no range".formatted(what, LineCursor.excerpt(part.strip())));
      }
      parts.add(range(bounded(ends[0], what, max), bounded(ends[ends.length - 1], what, max)));
    }
    return parts;
  }

  private static NumberRanges.Range range(long one, long other) {
    return Long.compareUnsigned(one, other) <= 0
        ? new NumberRanges.Range(one, other)
        : new NumberRanges.Range(other, one);
  }

  private static long bounded(String value, String what, long max) throws LineException {
    long number = unsigned(value, what);
    if (Long.compareUnsigned(number, max) > 0) {
      throw new LineException("%s %s is larger than 0x%x".formatted(what, value.strip(), max));
    }
    return number;
  }

  private static long unsigned(String value, String what) throws LineException {
    try {
      return CNumber.parse(value.strip());
    } catch (NumberFormatException e) {
      throw new LineException(
          "%s expected, found '%s'".formatted(what, LineCursor.excerpt(value.strip())));
    }
  }
}
