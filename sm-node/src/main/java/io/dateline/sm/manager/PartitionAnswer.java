package io.dateline.sm.manager;

/** What becomes of an operator's wish to change a partition at run time. */
public sealed interface PartitionAnswer {
  /**
   * The journal has it, and ports have taken their P_Keys.
   *
   * @param blocksSent of P_Key tables, by the run that told ports
   * @param failed of them
   */
  record Changed(int blocksSent, int failed) implements PartitionAnswer {}

  /**
   * Nothing was changed, or, where the sentence says so, that is not known.
   *
   * @param why a sentence
   */
  record NotChanged(String why) implements PartitionAnswer {}
}
