package io.dateline.persistence.stored;

/** Components that were appended to a shape, in what was written before. */
final class Appended {
  private Appended() {}

  /** A text, empty where there was none yet. */
  static String text(String stored) {
    return stored == null ? "" : stored;
  }
}
