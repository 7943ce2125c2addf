package io.dateline.sm.manager;

/** What becomes of an operator's wish to have torus, layers and tree forgotten. */
public sealed interface FrameAnswer {
  /** The journal has it; a heavy sweep settles it anew. */
  record Forgotten() implements FrameAnswer {}

  /**
   * Nothing was changed, or, where the sentence says so, that is not known.
   *
   * @param why a sentence
   */
  record Refused(String why) implements FrameAnswer {}
}
