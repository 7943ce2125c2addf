package io.dateline.persistence.stored;

import java.util.List;

/** Components that were appended to a shape, in what was written before. */
final class Appended {
  private Appended() {}

  /** A text, empty where there was none yet. */
  static String text(String stored) {
    return stored == null ? "" : stored;
  }

  /** A text as one line: names of nodes may have any characters. */
  static String line(String text) {
    return text.replaceAll("\\p{Cntrl}|[\\u0085\\u2028\\u2029]", " ");
  }

  /** Lines of a text, none where there was none yet. */
  static List<String> lines(String stored) {
    return text(stored).lines().toList();
  }
}
