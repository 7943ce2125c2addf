package io.dateline.sm.manager;

import java.util.List;

/** What becomes of an operator's order to sweep. */
public sealed interface SweepAnswer {
  /**
   * The sweep has gone through all its steps.
   *
   * @param generation its number
   * @param millis from its begin to its end
   * @param errors what it left undone
   * @param engine that routed
   * @param blocksSent forwarding blocks that were sent to switches
   * @param lidsChanged end ports that have other LIDs than before
   * @param warnings how many; the status tells them
   */
  record Swept(
      long generation,
      long millis,
      List<String> errors,
      String engine,
      long blocksSent,
      int lidsChanged,
      int warnings)
      implements SweepAnswer {}

  /**
   * It has not, or there was none.
   *
   * @param why a sentence
   */
  record NotSwept(String why) implements SweepAnswer {}
}
