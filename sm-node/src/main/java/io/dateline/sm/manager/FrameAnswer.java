package io.dateline.sm.manager;

/** What becomes of an operator's wish to have the torus forgotten. */
public sealed interface FrameAnswer {
  /** The journal has it; a heavy sweep lays the torus out anew. */
  record Forgotten() implements FrameAnswer {}

  /**
   * Nothing was changed, or, where the sentence says so, nobody knows.
   *
   * @param why a sentence
   */
  record Refused(String why) implements FrameAnswer {}
}
