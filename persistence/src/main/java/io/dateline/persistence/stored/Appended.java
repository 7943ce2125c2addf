package io.dateline.persistence.stored;

import java.util.List;

/** Components that were appended to a shape, in what was written before. */
final class Appended {
  private Appended() {}

  /** A text, empty where there was none yet. */
  static String text(String stored) {
    return stored == null ? "" : stored;
  }

  /** Lines of a text, none where there was none yet. */
  static List<String> lines(String stored) {
    return text(stored).lines().toList();
  }
}
