package io.dateline.sm.history;

/** What became of a question about the past. */
public sealed interface Sought<T> {
  /** It makes sense, and this is meant. */
  record Found<T>(T value) implements Sought<T> {}

  /**
   * It makes none.
   *
   * @param why a sentence for the caller
   */
  record Refused<T>(String why) implements Sought<T> {}
}
