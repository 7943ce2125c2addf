package io.dateline.sm.config;

import java.util.List;

/** What becomes of an order to read a node's settings again. */
public sealed interface ReloadAnswer {
  /**
   * They are in force.
   *
   * @param changed what is other than before
   * @param needRestart settings that differ and are not taken while the node runs
   * @param warnings of what has no effect, in sentences
   * @param isSweepOrdered whether a heavy sweep follows; not where the node stands by
   */
  record Reloaded(
      List<String> changed, List<String> needRestart, List<String> warnings, boolean isSweepOrdered)
      implements ReloadAnswer {}

  /**
   * What was in force still is.
   *
   * @param why a sentence
   */
  record NotReloaded(String why) implements ReloadAnswer {}
}
