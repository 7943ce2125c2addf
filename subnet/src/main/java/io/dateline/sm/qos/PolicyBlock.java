package io.dateline.sm.qos;

import io.dateline.fabric.format.LineException;

/** What stands between a keyword of a policy file and the end of it. */
interface PolicyBlock {
  /**
   * Takes a line, without comment and blanks at its ends.
   *
   * @throws LineException if it is none of this block
   */
  void line(String text, int lineNumber) throws LineException;

  /**
   * The block has ended.
   *
   * @throws LineException if something is missing
   */
  default void end() throws LineException {}
}
